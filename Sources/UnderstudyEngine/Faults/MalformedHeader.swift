import MicroHTTPD

/// A header line that is none.
struct MalformedHeader: AnswerFault {
  func apply(to answer: inout Answer) {
    answer.forgetValidators()
    answer.malformation = .header
  }
}
