import MicroHTTPD

/// The head announces more than the body has.
struct ContentLengthMismatch: AnswerFault {
  /// How much more: enough to be seen, and nothing that a client would make room for.
  private static let excess = 100

  func apply(to answer: inout Answer) {
    answer.insistOnBody()
    answer.cut = .close(after: answer.bodyLength)
    answer.framing = .excess(Self.excess)
  }
}
