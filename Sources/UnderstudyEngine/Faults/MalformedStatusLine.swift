import MicroHTTPD

/// A first line that is none.
struct MalformedStatusLine: AnswerFault {
  func apply(to answer: inout Answer) {
    answer.forgetValidators()
    answer.malformation = .statusLine
  }
}
