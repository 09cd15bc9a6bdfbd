/// The way to a value inside a JSON document (RFC 6901), such as `/data/items/0`.
public struct JSONPointer: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The pointer as it was written.
  public let description: String
  /// The unescaped keys and indices; nil where the text is no pointer.
  package let tokens: [String]?

  /// Takes text that is a JSON Pointer; nil where it is not.
  public init?(_ text: String) {
    self.init(stringLiteral: text)
    guard tokens != nil else { return nil }
  }

  /// Takes a literal; a catalog check reports one that is no JSON Pointer.
  public init(stringLiteral value: String) {
    description = value
    tokens = Self.tokens(of: value)
  }

  /// Whether the text is a JSON Pointer; a literal may hold another.
  public var isValid: Bool { tokens != nil }

  /// Whether two pointers have the same bytes.
  public static func == (one: JSONPointer, other: JSONPointer) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }

  private static func tokens(of text: String) -> [String]? {
    if text.isEmpty { return [] }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      var token: [UInt8] = []
      var rest = part
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "~") else {
          token.append(byte)
          continue
        }
        switch rest.popFirst() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      }
      tokens.append(String(decoding: token, as: UTF8.self))
    }
    return tokens
  }
}
