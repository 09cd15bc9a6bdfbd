internal import CMicroHTTPD

/// What gives the library the bytes of one answer's body while it is sent.
protocol BodyReader: AnyObject {
  /// The exchange that is answered.
  var exchange: Exchange { get }
  /// Puts the next bytes into a buffer, and returns how many, or how the body ends.
  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// Holds a reader for as long as the library has its response.
private final class ReaderBox {
  let reader: any BodyReader

  init(_ reader: any BodyReader) {
    self.reader = reader
  }
}

/// A response whose body is read by a reader, which it keeps; nil where there is no memory left.
func makeResponse(_ reader: any BodyReader, size: UInt64) -> OpaquePointer? {
  unsafe MHD_create_response_from_callback(
    size, 32 * 1024, readBody, Unmanaged.passRetained(ReaderBox(reader)).toOpaque(), freeReader)
}

private func readBody(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  guard let context = unsafe context, let buffer = unsafe buffer else {
    return umhd_end_with_error()
  }
  let box = unsafe Unmanaged<ReaderBox>.fromOpaque(context).takeUnretainedValue()
  let count = unsafe box.reader.read(
    from: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
  if count == umhd_end_with_error(), let connection = unsafe box.reader.exchange.connection {
    unsafe umhd_hasten(connection)
  }
  return count
}

private func freeReader(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<ReaderBox>.fromOpaque(context).release()
}
