internal import CMicroHTTPD

/// What the header lines of a request say about its framing.
struct Head {
  var hostCount = 0
  var contentLength: UInt64?
  var hasConflictingLength = false
  var hasLength = false
  var hasTransferCoding = false
  var isChunkedAlone = true
  var byteCount = 0
  /// The lines, once all are read.
  var lines: HeadLines { isLast ? last : new }

  /// Whether they are other lines than those of the last request.
  var isNew: Bool { !isLast }

  /// The lines of the connection's last request: most clients send the same with each, and what is
  /// the same is shared, not copied.
  private let last: HeadLines
  private var new = HeadLines()
  /// Whether all lines so far are those of the last request.
  private var isLast = true
  /// How many bytes of the last request's lines that are.
  private var matchedCount = 0

  private init(last: HeadLines) {
    self.last = last
  }

  /// Reads the lines of a connection, once, in order.
  static func read(_ connection: OpaquePointer, last: HeadLines) -> Head {
    var head = Head(last: last)
    unsafe withUnsafeMutablePointer(to: &head) { head in
      _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, takeLine, head)
    }
    if head.isLast, head.matchedCount < last.byteCount { head.startAnew() }
    return head
  }

  mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    // Four bytes for the colon, the space and the line's end.
    byteCount += name.count + value.count + 4
    if isLast {
      if let end = unsafe last.end(of: name, value, from: matchedCount) {
        matchedCount = end
      } else {
        startAnew()
      }
    }
    if !isLast { unsafe new.append(name, value) }
    switch name.count {
    case 4 where unsafe Self.equals(name, "host"): hostCount += 1
    case 14 where unsafe Self.equals(name, "content-length"):
      let length = unsafe Self.number(value)
      if hasLength && length != contentLength { hasConflictingLength = true }
      hasLength = true
      contentLength = length
    case 17 where unsafe Self.equals(name, "transfer-encoding"):
      if unsafe hasTransferCoding || !Self.equals(value, "chunked") { isChunkedAlone = false }
      hasTransferCoding = true
    default: break
    }
  }

  private mutating func startAnew() {
    isLast = false
    new = last.prefix(matchedCount)
  }

  private static func equals(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        if unsafe small != text[index] { return false }
      }
      return true
    }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
    unsafe UInt64(String(decoding: bytes, as: UTF8.self))
  }
}

private func takeLine(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  unsafe context?.assumingMemoryBound(to: Head.self).pointee.take(
    UnsafeRawBufferPointer(start: name, count: nameSize),
    UnsafeRawBufferPointer(start: value, count: valueSize))
  return .YES
}
