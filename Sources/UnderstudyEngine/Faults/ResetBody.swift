import MicroHTTPD

/// The connection is reset in the middle of the body.
struct ResetBody: AnswerFault {
  var after: Int?

  func apply(to answer: inout Answer) {
    answer.insistOnBody()
    answer.cut = .reset(after: answer.place(after))
  }
}
