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
    let isOurs = ["content-length", "transfer-encoding", "connection", "date"]
      .contains(name.lowercased())
    return !isOurs && !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
      && !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
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
