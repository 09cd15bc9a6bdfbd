/// Where the body of an answer lies that a reader gives to the library.
@safe
enum BodyContent: @unchecked Sendable {
  // Safety: the bytes belong to a reply, which the exchange keeps for as long as it is sent.

  case memory(UnsafeRawBufferPointer)
  case slices([BodySlice])

  var count: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .slices(let slices): slices.byteCount
    }
  }

  /// Puts bytes from a place of it into memory.
  ///
  /// - Returns: how many; 0 at the end, or where a file has become too short.
  func copy(from start: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch self {
    case .memory(let bytes):
      let count = min(buffer.count, bytes.count - start)
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
      return count
    case .slices(let slices): return unsafe slices.copy(from: start, into: buffer)
    }
  }
}
