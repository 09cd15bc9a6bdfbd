package import MicroHTTPD
import Platform

/// The body of one answer that comes item by item, in its time.
package final class OutcomeStream: BodySource {
  private let pieces: [[UInt8]]
  private let every: Duration
  /// Where it takes bytes from outside; nil where it ends behind its last piece.
  private let streams: OpenStreams?
  private let cut: Reply.Cut?
  private let state = Lock(State())

  private struct State {
    var exchange: Exchange?
    var start: Moment?
    var index = 0
    /// What is to be sent before the next piece.
    var rest: ArraySlice<UInt8> = []
    var isEnded = false
  }

  /// How long nothing happens where nothing is to come by itself.
  private static let idle: Duration = .seconds(86_400)

  init(_ pieces: [[UInt8]], every: Duration, staysOpen streams: OpenStreams?, cut: Reply.Cut?) {
    self.pieces = pieces
    self.every = every
    self.streams = streams
    self.cut = cut
  }

  /// Begins, and can be found from now on where it stays open.
  package func sends(to exchange: Exchange) {
    state.withLock { state in
      state.exchange = exchange
      state.start = exchange.answeredAt ?? exchange.now
    }
    if let entry = exchange.attachment as? JournalEntry { streams?.add(self, entry) }
  }

  /// Cannot be found any more.
  package func ended() {
    let exchange = state.withLock { state in
      state.isEnded = true
      defer { state.exchange = nil }
      return state.exchange
    }
    if let entry = exchange?.attachment as? JournalEntry { streams?.remove(entry) }
  }

  /// The next piece whose time has come.
  package func next(atMost count: Int) -> BodyPiece {
    state.withLock { state in
      guard let exchange = state.exchange, let start = state.start else { return .end }
      if state.rest.isEmpty, state.index < pieces.count, !state.isEnded {
        let due = start + every * state.index
        guard exchange.now >= due else { return .later(due) }
        state.rest = pieces[state.index][...]
        state.index += 1
      }
      guard state.rest.isEmpty else {
        let piece = Array(state.rest.prefix(count))
        state.rest = state.rest.dropFirst(count)
        return .bytes(piece)
      }
      if let cut { return .broken(cut) }
      if streams == nil || state.isEnded { return .end }
      return .later(exchange.now + Self.idle)
    }
  }

  /// Sends bytes between the pieces; false where it has ended.
  func send(_ bytes: [UInt8]) -> Bool {
    wake { $0.rest += bytes }
  }

  /// Ends it behind what is on its way; false where it has ended already.
  func end() -> Bool {
    wake { $0.isEnded = true }
  }

  private func wake(_ change: (inout State) -> Void) -> Bool {
    let exchange: Exchange? = state.withLock { state in
      guard !state.isEnded, let exchange = state.exchange else { return nil }
      change(&state)
      return exchange
    }
    exchange?.wake()
    return exchange != nil
  }
}
