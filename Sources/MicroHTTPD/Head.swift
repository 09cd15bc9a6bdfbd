internal import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the header lines of a request say about its framing.
@safe
struct Head: @unchecked Sendable {
  // Safety: the pointer is used while the lines are read, and never again.

  var hostCount = 0
  var contentLength: UInt64?
  var hasConflictingLength = false
  var hasLength = false
  var hasTransferCoding = false
  var isChunkedAlone = true
  var isChunkedTwice = false
  var hasInvalidHost = false
  var hasMalformedName = false
  var hasBrokenLine = false
  var expectation = Expectation.none
  var byteCount = 0
  /// The lines, once all are read.
  var lines: HeadLines { isLast ? last : new }

  /// Whether they are other lines than those of the last request.
  var isNew: Bool { !isLast }

  /// What the client waits for before it sends its body (RFC 9110, 10.1.1).
  enum Expectation {
    case none, `continue`, unknown
  }

  /// Where the last line that was taken ends in the library's memory: at first the request line.
  private var lineEnd: UnsafeRawPointer

  /// The lines of the connection's last request: most clients send the same with each, and what is
  /// the same is shared, not copied.
  private let last: HeadLines
  private var new = HeadLines()
  /// Whether all lines so far are those of the last request.
  private var isLast = true
  /// How many bytes of the last request's lines that are.
  private var matchedCount = 0

  private init(last: HeadLines, lineEnd: UnsafeRawPointer) {
    self.last = last
    unsafe self.lineEnd = lineEnd
  }

  /// Reads the lines of a connection, once, in order.
  ///
  /// The version is that of the request line, in the library's memory.
  static func read(
    _ connection: OpaquePointer, behind version: UnsafePointer<CChar>, last: HeadLines
  ) -> Head {
    var head = unsafe Head(last: last, lineEnd: UnsafeRawPointer(version + strlen(version)))
    unsafe withUnsafeMutablePointer(to: &head) { head in
      _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, takeLine, head)
    }
    if head.isLast, head.matchedCount < last.byteCount { head.startAnew() }
    // Behind the last line there is an empty one. The library ends at a line without a name too, and
    // takes the rest for what follows.
    let end = unsafe head.lineEnd.loadUnaligned(as: UInt32.self)
    if end != 0 { head.hasBrokenLine = true }
    return head
  }

  mutating func take(_ name: UnsafeRawBufferPointer, _ whole: UnsafeRawBufferPointer) {
    unsafe checkPlace(of: name, whole)
    let value = unsafe Self.trimmed(whole)
    // Four bytes for the colon, the space and the line's end.
    byteCount += name.count + value.count + 4
    if isLast {
      if let end = unsafe last.end(of: name, value, from: matchedCount) {
        matchedCount = end
      } else {
        startAnew()
      }
    }
    if !isLast {
      // Those of the last request were found to be right with it.
      if unsafe name.isEmpty || !name.allSatisfy(Field.isTokenByte) { hasMalformedName = true }
      if unsafe value.contains(0x0D) { hasBrokenLine = true }
      unsafe new.append(name, value)
    }
    switch name.count {
    case 4 where unsafe Self.equals(name, "host"):
      hostCount += 1
      if !isLast, unsafe !HostValue.isValid(value) { hasInvalidHost = true }
    case 6 where unsafe Self.equals(name, "expect"):
      if unsafe Self.equals(value, "100-continue") {
        if expectation == .none { expectation = .continue }
      } else {
        expectation = .unknown
      }
    case 14 where unsafe Self.equals(name, "content-length"):
      let length = unsafe Self.number(value)
      if hasLength && length != contentLength { hasConflictingLength = true }
      hasLength = true
      contentLength = length
    case 17 where unsafe Self.equals(name, "transfer-encoding"):
      // The library compares it with the blanks behind it, and so must we.
      let isChunked = unsafe Self.equals(whole, "chunked")
      isChunkedTwice =
        isChunkedTwice
        || (hasTransferCoding ? isChunked && isChunkedAlone : unsafe Self.repeatsChunked(value))
      if hasTransferCoding || !isChunked { isChunkedAlone = false }
      hasTransferCoding = true
    default: break
    }
  }

  /// Finds lines that the library has not read as they were sent, by where it has put them.
  ///
  /// Lines that are right lie one behind the other as they came, with NULs for what lay between
  /// their parts. One that is folded has a copy of its name elsewhere, to which the library has added
  /// the rest of its value; one with a NUL ends there, and its rest lies before the next line.
  private mutating func checkPlace(
    of name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) {
    guard let nameStart = name.baseAddress, let valueStart = value.baseAddress else {
      hasBrokenLine = true
      return
    }
    // One NUL alone would be a line that ends with LF alone.
    if unsafe nameStart - lineEnd != 2 { hasBrokenLine = true }
    unsafe lineEnd = valueStart + value.count
    let nameEnd = unsafe nameStart + name.count
    let gap = unsafe valueStart - nameEnd
    guard (1...32_768).contains(gap) else {
      hasBrokenLine = true
      return
    }
    for offset in 0..<gap {
      let byte = unsafe nameEnd.load(fromByteOffset: offset, as: UInt8.self)
      if byte != 0, byte != 0x20, byte != 0x09 { hasBrokenLine = true }
    }
  }

  /// A value without the blanks behind it, which are no part of it (RFC 9110, 5.5).
  private static func trimmed(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var count = value.count
    while count > 0, unsafe value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    return unsafe UnsafeRawBufferPointer(rebasing: value[..<count])
  }

  /// Whether a list of codings has `chunked` twice.
  private static func repeatsChunked(_ value: UnsafeRawBufferPointer) -> Bool {
    let codings = unsafe String(decoding: value, as: UTF8.self).lowercased().split(separator: ",")
    let names = codings.map { coding in coding.utf8.filter { $0 != 0x20 && $0 != 0x09 } }
    return names.count { $0.elementsEqual("chunked".utf8) } > 1
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
