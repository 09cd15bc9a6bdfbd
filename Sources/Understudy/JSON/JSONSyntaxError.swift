/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The offset of the offending byte, from 0.
  public var offset: Int
  /// The line, from 1; lines end with a line feed.
  public var line: Int
  /// The column, from 1, counted in Unicode code points, a byte order mark not among them.
  public var column: Int
  /// What is wrong, such as `expected ',' or '}' after a member, found '"'`.
  public var reason: String

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(offset: Int, in bytes: [UInt8], reason: String) {
    self.offset = offset
    self.reason = reason
    let before = bytes[..<min(offset, bytes.count)]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let hasMark = before.starts(with: Self.byteOrderMark)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? (hasMark ? 3 : 0)
    // Continuation bytes (10xxxxxx) begin no code point.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }

  /// Line, column and reason.
  public var description: String { "line \(line), column \(column): \(reason)" }
}
