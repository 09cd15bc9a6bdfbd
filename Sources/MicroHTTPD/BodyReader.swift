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
  private let pacing: Pacing?

  init(_ reader: any BodyReader, size: UInt64) {
    self.reader = reader
    let exchange = reader.exchange
    pacing = exchange.pace.map {
      Pacing(
        $0, length: size == umhd_size_unknown() ? nil : size,
        from: exchange.answeredAt ?? exchange.now)
    }
  }

  /// Has the reader give what the answer's pace lets through now.
  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let pacing else { return unsafe reader.read(from: position, into: buffer) }
    let exchange = reader.exchange
    // Dropped, or its client hung up, while it was paused.
    if let ending = exchange.ending {
      if ending == .dropped { exchange.resetConnection() }
      return umhd_end_with_error()
    }
    switch pacing.allowance(behind: position, at: exchange.now) {
    case .nothing(let moment):
      return exchange.pauseReading(until: moment) ? 0 : umhd_end_with_error()
    case .bytes(let count):
      return unsafe reader.read(
        from: position,
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(count, buffer.count)]))
    }
  }
}

/// A response whose body is read by a reader, which it keeps; nil where there is no memory left.
///
/// - Parameters:
///   - reader: the reader.
///   - size: how long the body is.
///   - block: how many bytes are read at once; each response has a buffer of this size.
/// - Returns: the response.
func makeResponse(
  _ reader: any BodyReader, size: UInt64, block: Int = 32 * 1024
) -> OpaquePointer? {
  let box = ReaderBox(reader, size: size)
  return unsafe MHD_create_response_from_callback(
    size, block, readBody, Unmanaged.passRetained(box).toOpaque(), freeReader)
}

private func readBody(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  guard let context = unsafe context, let buffer = unsafe buffer else {
    return umhd_end_with_error()
  }
  let box = unsafe Unmanaged<ReaderBox>.fromOpaque(context).takeUnretainedValue()
  let count = unsafe box.read(
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
