internal import CMicroHTTPD

/// The body of one answer that is put together of slices.
final class SlicedBody: BodyReader, Sendable {
  let exchange: Exchange
  private let slices: [BodySlice]

  init(_ slices: [BodySlice], _ exchange: Exchange) {
    self.slices = slices
    self.exchange = exchange
  }

  /// The next bytes; a file that has become shorter cuts the body, whose length is announced.
  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe slices.copy(from: Int(position), into: buffer)
    if count > 0 { return count }
    exchange.ending = exchange.ending ?? .failed
    return umhd_end_with_error()
  }
}
