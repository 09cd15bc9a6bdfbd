import MicroHTTPD

/// The body comes in chunks, of which one has no size.
struct MalformedChunk: AnswerFault {
  var after: Int?

  func apply(to answer: inout Answer) {
    answer.insistOnBody()
    answer.malformation = .chunk(after: answer.place(after))
  }
}
