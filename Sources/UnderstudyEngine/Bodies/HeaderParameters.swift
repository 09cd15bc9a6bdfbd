import Understudy

/// A header value with parameters, such as `multipart/form-data; boundary="b"` (RFC 9110, 5.6.6).
///
/// Of a parameter that is repeated the first counts; one whose quotes are not closed is not there.
struct HeaderParameters: Sendable {
  /// What stands before the first `;`, in small letters.
  let essence: [UInt8]
  private let parameters: [(name: [UInt8], value: [UInt8])]

  init(_ text: ArraySlice<UInt8>) {
    var rest = text
    essence = Self.takeToken(&rest, until: [Self.semicolon]).map(\.asciiLowercased)
    var parameters: [(name: [UInt8], value: [UInt8])] = []
    while rest.popFirst() != nil {
      let name = Self.takeToken(&rest, until: [Self.semicolon, Self.equals])
      guard rest.first == Self.equals else { continue }
      rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      guard let value = Self.takeValue(&rest) else { break }
      parameters.append((name.map(\.asciiLowercased), value))
    }
    self.parameters = parameters
  }

  /// The value of a parameter, without its quotes; nil where there is none.
  subscript(name: String) -> [UInt8]? {
    parameters.first { $0.name.elementsEqual(name.utf8) }?.value
  }

  private static let semicolon = UInt8(ascii: ";")
  private static let equals = UInt8(ascii: "=")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func takeToken(
    _ rest: inout ArraySlice<UInt8>, until ends: [UInt8]
  ) -> ArraySlice<UInt8> {
    let end = rest.firstIndex { ends.contains($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return TokenList.trimmed(rest[..<end])
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == quote else { return Array(takeToken(&rest, until: [semicolon])) }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        _ = takeToken(&rest, until: [semicolon])
        return value
      }
      // Only these two are escaped: browsers send the backslashes of a file's path as they are.
      if byte == backslash, let next = rest.first, next == quote || next == backslash {
        value.append(next)
        rest = rest.dropFirst()
      } else {
        value.append(byte)
      }
    }
    return nil
  }
}
