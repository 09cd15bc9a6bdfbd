internal import CMicroHTTPD

/// The body of one answer that breaks off.
@safe
final class CutBody: BodyReader, @unchecked Sendable {
  // Safety: the library asks for its bytes on one thread at a time, and the exchange keeps the reply
  // to which they belong.

  let exchange: Exchange
  private let body: Content
  private let cut: Reply.Cut
  private var attempts = 0

  /// Where the body lies.
  @safe
  enum Content {
    case memory(UnsafeRawBufferPointer)
    case slices([BodySlice])

    var count: Int {
      switch self {
      case .memory(let bytes): bytes.count
      case .slices(let slices): slices.byteCount
      }
    }

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

  init(_ body: Content, _ cut: Reply.Cut, _ exchange: Exchange) {
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
