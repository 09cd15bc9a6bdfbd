import MicroHTTPD

/// The body stops coming, and the connection stays.
struct StalledBody: AnswerFault {
  var after: Int?

  func apply(to answer: inout Answer) {
    answer.insistOnBody()
    answer.cut = .stall(after: answer.place(after))
  }
}
