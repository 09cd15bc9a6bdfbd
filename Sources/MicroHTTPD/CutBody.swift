internal import CMicroHTTPD

/// The body of one answer that breaks off.
@safe
final class CutBody: BodyReader, @unchecked Sendable {
  // Safety: the library asks for its bytes on one thread at a time, and the exchange keeps the reply
  // to which they belong.

  let exchange: Exchange
  private let body: BodyContent
  private let cut: Reply.Cut

  init(_ body: BodyContent, _ cut: Reply.Cut, _ exchange: Exchange) {
    self.body = body
    self.cut = cut
    self.exchange = exchange
  }

  /// The next bytes, or the end.
  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let limit = min(cut.count, body.count)
    let start = Int(position)
    guard start >= limit else {
      let room = unsafe UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(buffer.count, limit - start)])
      let count = unsafe body.copy(from: start, into: room)
      return count > 0 ? count : umhd_end_with_error()
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
    return exchange.resetOnceArrived() ? umhd_end_with_error() : 0
  }
}
