public import Understudy

/// What kept a route from taking a request, or a request from being counted.
///
/// ```json
/// {"part": "query", "name": "page", "expected": "1", "actual": "2"}
/// ```
public struct DifferenceDescription: Sendable, Hashable, CustomStringConvertible {
  /// The part of the request: `method`, `path`, `query`, `header`, `cookie`, `host`, `body`, ….
  public var part: String
  /// What the part is called: a parameter, a header line, a JSON Pointer into the body; nil where it
  /// is the whole.
  public var name: String?
  /// What was asked for, as it would be written; nil where the name should not be there.
  public var expected: String?
  /// What came; nil where the name is missing.
  public var actual: String?
  /// What the client may have meant, as a sentence; nil where that is not plain.
  public var hint: String?

  /// A difference by its parts.
  public init(
    part: String, name: String? = nil, expected: String?, actual: String?, hint: String? = nil
  ) {
    self.part = part
    self.name = name
    self.expected = expected
    self.actual = actual
    self.hint = hint
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard let part = json["part"]?.stringValue else { return nil }
    self.init(
      part: part, name: json["name"]?.stringValue, expected: json["expected"]?.stringValue,
      actual: json["actual"]?.stringValue, hint: json["hint"]?.stringValue)
  }

  /// The difference in words: `query 'page' is '2', expected 1`.
  public var description: String {
    DifferenceSentence(part: part, name: name, expected: expected, actual: actual).text
  }
}
