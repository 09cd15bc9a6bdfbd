public import Platform

/// One piece of a body that lies in memory or in a file.
public enum BodySlice: Sendable {
  /// These bytes.
  case bytes([UInt8])
  /// These bytes of a file, read while they are sent.
  case file(OpenFile, Range<Int>)

  /// How long it is, in bytes.
  public var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let range): range.count
    }
  }

  /// A part of it.
  ///
  /// - Parameter range: from where to where, counted from its beginning; what lies behind its end is
  ///   left out.
  /// - Returns: the part.
  func clamped(to range: Range<Int>) -> BodySlice {
    let range = range.clamped(to: 0..<count)
    switch self {
    case .bytes(let bytes): return .bytes(Array(bytes[range]))
    case .file(let file, let whole):
      let start = whole.lowerBound + range.lowerBound
      return .file(file, start..<(start + range.count))
    }
  }

  /// Puts bytes from a place of it into memory.
  ///
  /// - Returns: how many; 0 where the file has become too short, or cannot be read.
  func copy(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = min(buffer.count, count - position)
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
    switch self {
    case .bytes(let bytes):
      unsafe room.copyBytes(from: bytes[position..<(position + wanted)])
      return wanted
    case .file(let file, let range):
      return unsafe (try? file.read(at: range.lowerBound + position, into: room)) ?? 0
    }
  }
}

extension [BodySlice] {
  /// How long all of them are, in bytes.
  var byteCount: Int { reduce(0) { $0 + $1.count } }

  /// The bytes from a place on, so many at most, or what can be read of them.
  func bytes(from start: Int = 0, upTo limit: Int) -> [UInt8] {
    let size = Swift.min(limit, byteCount - start)
    guard size > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let copied = unsafe copy(from: start + count, into: rest)
        if copied == 0 { return }
        count += copied
      }
    }
  }

  /// Puts bytes from a place of the whole into memory, of one slice at most.
  ///
  /// - Returns: how many; 0 at the end, or where a file has become too short.
  func copy(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var position = position
    for slice in self {
      if position < slice.count { return unsafe slice.copy(from: position, into: buffer) }
      position -= slice.count
    }
    return 0
  }
}
