/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The offset of the offending byte, from 0.
  public var offset: Int
  /// The line, from 1; lines end with a line feed.
  public var line: Int
  /// The column, from 1, counted in Unicode code points.
  public var column: Int
  /// What is wrong, such as `expected ',' or '}' after a member, found '"'`.
  public var reason: String

  init(offset: Int, in bytes: ArraySlice<UInt8>, reason: String) {
    self.offset = offset - bytes.startIndex
    self.reason = reason
    let before = bytes[..<min(offset, bytes.endIndex)]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
    // Continuation bytes (10xxxxxx) begin no code point.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }

  /// Line, column and reason.
  public var description: String { "line \(line), column \(column): \(reason)" }
}
