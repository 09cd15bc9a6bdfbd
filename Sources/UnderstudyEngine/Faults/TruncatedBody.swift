import MicroHTTPD

/// The body ends too early, and the connection with it.
struct TruncatedBody: AnswerFault {
  var after: Int?
  var isChunked = false

  func apply(to answer: inout Answer) {
    answer.insistOnBody()
    answer.cut = .close(after: answer.place(after))
    if isChunked { answer.framing = .chunked }
  }
}
