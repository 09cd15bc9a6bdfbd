internal import CMicroHTTPD

/// The body of one answer that is sent to its end, slowly or out of several pieces.
final class WholeBody: BodyReader, Sendable {
  let exchange: Exchange
  private let body: BodyContent

  init(_ body: BodyContent, _ exchange: Exchange) {
    self.body = body
    self.exchange = exchange
  }

  /// The next bytes; a file that has become shorter cuts the body, whose length is announced.
  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe body.copy(from: Int(position), into: buffer)
    if count > 0 { return count }
    exchange.ending = exchange.ending ?? .failed
    return umhd_end_with_error()
  }
}
