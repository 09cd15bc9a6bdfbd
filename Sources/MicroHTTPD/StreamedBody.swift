internal import CMicroHTTPD
public import Platform
import Synchronization

/// Where the body of an answer comes from that is made while it is sent.
public protocol BodySource: AnyObject, Sendable {
  /// The next piece, of this many bytes at most; called on one thread at a time.
  func next(atMost count: Int) -> BodyPiece
  /// Tells whom to wake once there is more; called before the first piece is asked for.
  func sends(to exchange: Exchange)
  /// The client is gone, or the body has ended.
  func ended()
}

/// What a source has to send.
public enum BodyPiece: Sendable {
  /// These bytes, at least one.
  case bytes([UInt8])
  /// Nothing yet: asked again so much later, or when ``Exchange/wake()`` is called.
  case nothing(Duration)
  /// Nothing before this moment of the daemon's clock, or until ``Exchange/wake()`` is called; it takes
  /// its time, so that whoever drops what is parked drops it too.
  case later(Moment)
  /// Nothing any more.
  case end
  /// Nothing any more, though there should be: the answer breaks off.
  case broken(Reply.Cut)
}

extension Exchange {
  /// Asks the source of the answer's body again, which had nothing to send; from any thread.
  public func wake() {
    hasNews.store(true, ordering: .sequentiallyConsistent)
    wakeReading()
  }
}

/// The body of one answer that is made while it is sent.
final class StreamedBody: BodyReader, Sendable {
  let exchange: Exchange
  private let source: any BodySource

  init(_ source: any BodySource, _ exchange: Exchange) {
    self.source = source
    self.exchange = exchange
    source.sends(to: exchange)
  }

  deinit { source.ended() }

  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      if let ending = exchange.ending {
        if ending == .dropped { exchange.resetConnection() }
        return umhd_end_with_error()
      }
      exchange.hasNews.store(false, ordering: .sequentiallyConsistent)
      switch source.next(atMost: buffer.count) {
      case .bytes(let bytes):
        unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
        return min(bytes.count, buffer.count)
      case .end: return umhd_end_of_stream()
      case .nothing(let duration):
        // Suspended while there are news, it is woken at once by whoever has them: they say so
        // before they look whether it is suspended.
        if exchange.hasNews.load(ordering: .sequentiallyConsistent) { continue }
        guard exchange.pauseReading(for: duration) else { return umhd_end_with_error() }
        if exchange.hasNews.load(ordering: .sequentiallyConsistent) { exchange.wakeReading() }
        return 0
      case .later(let moment):
        if exchange.hasNews.load(ordering: .sequentiallyConsistent) { continue }
        guard exchange.pauseReading(until: moment) else { return umhd_end_with_error() }
        if exchange.hasNews.load(ordering: .sequentiallyConsistent) { exchange.wakeReading() }
        return 0
      case .broken(let cut): return breakOff(cut)
      }
    }
  }

  private func breakOff(_ cut: Reply.Cut) -> Int {
    guard case .reset = cut else {
      exchange.ending = .closed
      return umhd_end_with_error()
    }
    return exchange.resetOnceArrived() ? umhd_end_with_error() : 0
  }
}
