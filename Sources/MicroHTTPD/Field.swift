/// One header line of an answer, as it goes out.
public struct Field: Sendable, Hashable {
  /// The name; compared without case (RFC 9110, 5.1).
  public var name: String
  /// The value.
  public var value: String

  /// Takes a name and a value; see ``isLegal`` for what can be sent.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the line can be sent: a token for a name, and a value of one line that is not empty.
  ///
  /// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are set by the daemon alone.
  public var isLegal: Bool {
    let isOurs = Self.ours.contains { name.utf8.count == $0.utf8.count && isNamed($0) }
    return !isOurs && !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
      && !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether the line has the name, which compares without case (RFC 9110, 5.1).
  public func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { Self.small($0) == Self.small($1) }
  }

  private static let ours = ["Content-Length", "Transfer-Encoding", "Connection", "Date"]

  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Whether a byte may stand in a token (RFC 9110, 5.6.2).
  public static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
