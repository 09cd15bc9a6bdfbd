/// A difference between a request and a route in words, for the daemon and for those who ask it.
package struct DifferenceSentence: Sendable, Hashable {
  /// The part of the request: `query`, `header`, `body`, ….
  package var part: String
  /// What the part is called; nil where it is the whole.
  package var name: String?
  /// What was asked for; nil where the name should not be there.
  package var expected: String?
  /// What came; nil where the name is missing.
  package var actual: String?

  /// A difference by its parts.
  package init(part: String, name: String?, expected: String?, actual: String?) {
    self.part = part
    self.name = name
    self.expected = expected
    self.actual = actual
  }

  /// The difference in words, without a full stop: `query 'page' is '2', expected 1`.
  package var text: String {
    switch (expected.map(Self.clipped), actual.map(Self.clipped)) {
    case (let expected?, let actual?): "\(place) is '\(actual)', expected \(expected)"
    case (let expected?, nil): "\(place) is missing, expected \(expected)"
    case (nil, let actual?): "\(place) is '\(actual)', expected none"
    case (nil, nil): "\(place) differs"
    }
  }

  /// The same without values: `header 'Authorization' differs`.
  package var discreetText: String {
    actual == nil ? "\(place) is missing" : "\(place) differs"
  }

  private var place: String {
    switch (part, name) {
    case ("body", let pointer?) where !pointer.isEmpty: "body at '\(pointer)'"
    case (_, let name?) where !name.isEmpty: "\(part) '\(name)'"
    case ("clientCertificate", _): "client certificate"
    default: part
    }
  }

  /// The beginning of a text that would make a sentence too long to read.
  package static func clipped(_ text: String) -> String {
    let limit = 120
    guard text.utf8.count > limit else { return text }
    // Half a character at the cut is left out.
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { text.utf8.formIndex(before: &end) }
    return "\(text[..<end])…"
  }
}
