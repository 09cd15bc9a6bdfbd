import Understudy

/// Bytes of a request as differences and the journal show them.
package enum ShownText {
  /// The bytes of a value that are shown at most, and the values of a name.
  private static let (mostBytes, mostValues) = (500, 20)

  /// The text, cut where it is long; where it is no UTF-8, what is no ASCII is written as `\xNN`.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count > mostBytes else { return whole(bytes) }
    var start = bytes.prefix(mostBytes)
    // Not within a character: continuation bytes are 10xxxxxx.
    while bytes[start.endIndex] & 0xC0 == 0x80, start.count > mostBytes - 3 { start.removeLast() }
    return "\(whole(start))... (\(bytes.count) bytes)"
  }

  /// The whole text, as the journal shows it; where it is no UTF-8, what is no ASCII is `\xNN`.
  package static func whole(_ bytes: ArraySlice<UInt8>) -> String {
    if UTF8Text.isValid(bytes) { return String(decoding: bytes, as: UTF8.self) }
    let digits = Array("0123456789abcdef")
    return bytes.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// The text in quotes, as JSON writes them.
  package static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    JSON.string(text(bytes)).text
  }

  /// A value that stands alone: bare, so that it can be copied; quotes where there is nothing.
  package static func value(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.isEmpty ? "\"\"" : text(bytes)
  }

  /// The values of a name: one bare, several in quotes; nil where there are none.
  package static func values(_ values: [ArraySlice<UInt8>?]) -> String? {
    if values.count == 1 { return values[0].map(value) ?? "a name without '='" }
    if values.isEmpty { return nil }
    let shown = values.prefix(mostValues).map { $0.map(quoted) ?? "a name without '='" }
    let rest = values.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }
}
