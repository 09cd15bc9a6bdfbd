internal import CMicroHTTPD

/// The body of one answer that breaks off.
@safe
final class CutBody: BodyReader, @unchecked Sendable {
  // Safety: the library asks for its bytes on one thread at a time, and the exchange keeps the reply
  // to which they belong.

  let exchange: Exchange
  private let body: UnsafeRawBufferPointer
  private let cut: Reply.Cut
  private var attempts = 0

  init(_ body: UnsafeRawBufferPointer, _ cut: Reply.Cut, _ exchange: Exchange) {
    unsafe self.body = body
    self.cut = cut
    self.exchange = exchange
  }

  /// The next bytes, or the end.
  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let limit = unsafe min(cut.count, body.count)
    let start = Int(position)
    guard start >= limit else {
      let count = min(buffer.count, limit - start)
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: body[start..<(start + count)]))
      return count
    }
    exchange.pendingCut = nil
    // Dropped, or its client hung up, while it was paused.
    if let ending = exchange.ending {
      if ending == .dropped { exchange.resetConnection() }
      return umhd_end_with_error()
    }
    switch cut {
    case .close:
      exchange.ending = .closed
      return umhd_end_with_error()
    case .stall: return exchange.stallReading() ? 0 : umhd_end_with_error()
    case .reset: break
    }
    // A reset throws away what has not arrived yet: wait for it, but not for ever.
    if exchange.unsentByteCount > 0, attempts < 400, exchange.pauseReading(for: .milliseconds(5)) {
      attempts += 1
      return 0
    }
    exchange.ending = .reset
    exchange.resetConnection()
    return umhd_end_with_error()
  }
}
