internal import CZlib

/// Compresses into gzip, zlib or raw deflate.
public enum Deflater {
  /// The bytes, compressed with the library's ordinary effort.
  ///
  /// - Parameters:
  ///   - bytes: what is compressed, up to 4 GiB in one call.
  ///   - format: how the result is wrapped.
  /// - Returns: the compressed bytes.
  public static func deflate(_ bytes: [UInt8], _ format: ZlibFormat) -> [UInt8] {
    precondition(bytes.count <= UInt32.max, "zlib takes no more than 4 GiB at once")
    var stream = unsafe z_stream()
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      let status = unsafe umz_deflate_begin(stream, format.windowBits)
      precondition(status == Z_OK, "zlib cannot begin to deflate")
      defer { unsafe deflateEnd(stream) }
      let bound = unsafe Int(deflateBound(stream, UInt(bytes.count)))
      return unsafe bytes.withUnsafeBufferPointer { input in
        unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(input.count)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(bound)
          let status = unsafe CZlib.deflate(stream, Z_FINISH)
          precondition(status == Z_STREAM_END, "deflateBound(3) was too small")
          count = unsafe bound - Int(stream.pointee.avail_out)
        }
      }
    }
  }
}
