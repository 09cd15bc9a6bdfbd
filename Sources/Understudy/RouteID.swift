/// The name by which a route is flipped, logged and verified, such as `users.list`.
///
/// An id begins with the name of its group, so that `users.*` means every route of the group
/// `users`. It may hold ASCII letters, digits, `.`, `-` and `_`; a catalog check reports any other.
///
/// ```swift
/// extension RouteID {
///   public static let usersList: RouteID = "users.list"
/// }
/// ```
public struct RouteID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The id as it stands in the admin API and in logs.
  public let rawValue: String

  /// Takes any text; a catalog check reports one that cannot be an id.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes a literal, so that a route may be written `Route("users.list", …)`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension RouteID: CustomStringConvertible {
  /// The id itself.
  public var description: String { rawValue }
}

extension RouteID {
  /// Whether the text can name a route or a group: parts of letters, digits, `-` and `_`,
  /// parted by single dots.
  package static func isWellFormed(_ text: String) -> Bool {
    var isPartEmpty = true
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), !isPartEmpty {
        isPartEmpty = true
      } else if isNameByte(byte) {
        isPartEmpty = false
      } else {
        return false
      }
    }
    return !isPartEmpty
  }

  /// Whether a byte may stand in a name: an ASCII letter or digit, `-` or `_`.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
