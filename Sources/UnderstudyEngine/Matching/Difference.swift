/// One thing in which a request differs from what a rule asks for.
package struct Difference: Sendable, Hashable {
  /// The part of the request.
  package var part: Part
  /// What the part is called: a parameter, a header line, a JSON Pointer into the body; nil where
  /// the part is the whole.
  package var name: String?
  /// What was asked for, in words or as it would be written; nil where the name should not be there.
  package var expected: String?
  /// What came; nil where the name is missing.
  package var actual: String?
  /// What the client may have meant, where that is plain, as a sentence.
  package var hint: String?

  /// The parts of a request.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case method, path, query, header, cookie, host, clientCertificate, body
  }

  /// A difference by its parts.
  package init(
    _ part: Part, _ name: String? = nil, expected: String?, actual: String?, hint: String? = nil
  ) {
    self.part = part
    self.name = name
    self.expected = expected
    self.actual = actual
    self.hint = hint
  }
}
