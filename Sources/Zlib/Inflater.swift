internal import CZlib

/// Decodes gzip, zlib and raw deflate, never to more bytes than it is told.
///
/// ```swift
/// try Inflater.inflate(bytes, .gzip, limit: 1 << 20)
/// ```
@safe
public final class Inflater {
  // The library keeps the stream's address (zlib.h, inflateInit2).
  private let stream: UnsafeMutablePointer<z_stream>

  private init(_ format: ZlibFormat) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe umz_inflate_begin(stream, format.windowBits)
    precondition(status == Z_OK, "zlib cannot begin to inflate")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// The bytes that these were made of.
  ///
  /// - Parameters:
  ///   - bytes: all of the deflated bytes.
  ///   - format: how they are wrapped; of gzip, all members are decoded.
  ///   - limit: how many bytes may come out; what a bomb would make beyond it is never made.
  /// - Returns: the decoded bytes.
  /// - Throws: ``InflateError``.
  public static func inflate(
    _ bytes: [UInt8], _ format: ZlibFormat, limit: Int
  ) throws(InflateError) -> [UInt8] {
    try Inflater(format).inflate(bytes, hasMembers: format == .gzip, limit: limit)
  }

  private func inflate(
    _ bytes: [UInt8], hasMembers: Bool, limit: Int
  ) throws(InflateError) -> [UInt8] {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    var index = 0
    while true {
      let (status, taken, made) = step(bytes, from: index, into: &chunk)
      index += taken
      guard output.count + made <= limit else { throw .overLimit(limit) }
      output += chunk[..<made]
      switch status {
      case Z_OK: continue
      case Z_STREAM_END:
        if index == bytes.count { return output }
        guard hasMembers, unsafe inflateReset(stream) == Z_OK else { throw .corrupt }
      // No progress: there is always room for output, so it is input that lacks.
      case Z_BUF_ERROR: throw .truncated
      default: throw .corrupt
      }
    }
  }

  private func step(
    _ bytes: [UInt8], from index: Int, into chunk: inout [UInt8]
  ) -> (status: Int32, taken: Int, made: Int) {
    // The library counts in 32 bits.
    let available = min(bytes.count - index, 1 << 30)
    let room = chunk.count
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe chunk.withUnsafeMutableBufferPointer { output in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: input.baseAddress.map { unsafe $0 + index })
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room)
        let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        return unsafe (
          status, available - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out)
        )
      }
    }
  }
}
