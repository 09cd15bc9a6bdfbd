import Understudy

extension Difference {
  /// The difference in words, without a full stop: `query 'page' is '2', expected 1`.
  package var sentence: String {
    switch (expected.map(Self.clipped), actual.map(Self.clipped)) {
    case (let expected?, let actual?): "\(place) is '\(actual)', expected \(expected)"
    case (let expected?, nil): "\(place) is missing, expected \(expected)"
    case (nil, let actual?): "\(place) is '\(actual)', expected none"
    case (nil, nil): "\(place) differs"
    }
  }

  /// The same without values: `header 'Authorization' differs`.
  package var discreetSentence: String {
    actual == nil ? "\(place) is missing" : "\(place) differs"
  }

  private var place: String {
    switch (part, name) {
    case (.body, let pointer?) where !pointer.isEmpty: "body at '\(pointer)'"
    case (_, let name?) where !name.isEmpty: "\(part.rawValue) '\(name)'"
    case (.clientCertificate, _): "client certificate"
    default: part.rawValue
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
