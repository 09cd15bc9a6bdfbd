internal import CMicroHTTPD
import Platform
import Synchronization

/// Ends connections whose requests do not come to an end.
///
/// The library ends those that are silent; one that sends a byte now and then would last for ever.
/// Workers only note how far each connection is; the parking lot's thread looks at all of them now and
/// then, so that a request costs no look at a clock. A request that is parked is not read any more,
/// and never ended here.
final class ReadWatch: Sendable {
  private let readiness: Readiness
  private let time = SystemTime()
  private let timeout: Duration
  private let idleTimeout: Duration
  /// How long it is from one look to the next.
  private let period: Duration
  private let state = Lock(State())

  private struct State {
    // With room, so that its type is known: finding that out looks through the whole program, for which
    // the first connection need not wait.
    var connections: [Int32: Watched] = Dictionary(minimumCapacity: 1)
    var nextLook: Moment?
  }

  private struct Watched {
    var connection: ConnectionState
    var sight: ConnectionState.Sight
    /// Since when it is seen like this, or has sent too little of a body.
    var since: Moment
    /// How much of a body had come by then.
    var count = 0
    /// Whether it was asked since then if its client has hung up.
    var isAsked = false
  }

  /// The fewest bytes of a body in a second.
  private static let leastRate = 512
  /// How long a connection that is one too many may send nothing.
  private static let patienceWithExcess: Duration = .seconds(5)

  /// Watches nothing yet.
  ///
  /// - Parameters:
  ///   - readiness: what the thread that looks waits for.
  ///   - timeout: how long the rest of a head may take, and how long a body may come too slowly; zero
  ///     is for ever.
  ///   - idleTimeout: how long a connection may be silent, and a handshake where `timeout` is zero;
  ///     zero is for ever.
  init(_ readiness: Readiness, timeout: Duration, idleTimeout: Duration) {
    self.readiness = readiness
    self.timeout = timeout
    self.idleTimeout = idleTimeout
    period = min(
      .seconds(1), max(.milliseconds(10), (timeout > .zero ? timeout : idleTimeout) / 8))
  }

  /// Watches a connection.
  func add(_ connection: ConnectionState, _ descriptor: Int32) {
    guard isNeeded, descriptor >= 0 else { return }
    let now = time.now
    let isFirst = state.withLock { state in
      state.connections[descriptor] = Watched(
        connection: connection, sight: connection.sight, since: now)
      guard state.nextLook == nil else { return false }
      state.nextLook = now + period
      return true
    }
    if isFirst { readiness.wake() }
  }

  /// Lets go of a connection; call it before its descriptor is closed.
  func remove(_ descriptor: Int32) {
    guard isNeeded else { return }
    state.withLock { _ = $0.connections.removeValue(forKey: descriptor) }
  }

  private var isNeeded: Bool { timeout > .zero || idleTimeout > .zero }

  /// When to look again; nil where there is nothing to look at.
  var nextLook: Moment? { state.withLock { $0.nextLook } }

  /// Looks at all connections where it is time, and ends those that have taken too long.
  ///
  /// - Parameters:
  ///   - message: what a client is told that is ended for this.
  ///   - hasRoom: whether there is room again for one that was too many.
  func look(telling message: (Refusal) -> [UInt8]?, hasRoom: () -> Bool) {
    let now = time.now
    state.withLock { state in
      guard let next = state.nextLook, next <= now else { return }
      state.nextLook = state.connections.isEmpty ? nil : now + period
      // A copy would only be made where one is changed.
      for (descriptor, watched) in state.connections {
        let sight = watched.connection.sight
        let count = watched.connection.receivedCount.load(ordering: .relaxed)
        if sight != watched.sight || sight.stage == .body && sight.pauseCount % 2 == 1
          || sight.stage == .body && Self.hasGrown(watched, to: count, at: now)
        {
          state.connections[descriptor] = Watched(
            connection: watched.connection, sight: sight, since: now, count: count)
        } else if let limit = limit(of: watched, sight), now - watched.since >= limit {
          // Under the lock: the descriptor is not closed before it was removed here.
          if sight.stage == .expired || sight.stage == .expiredUntold {
            // It sends on, so that the library does not find the end.
            umhd_close(descriptor)
            state.connections[descriptor]?.since = now
          } else {
            let isExcess =
              sight.stage == .waiting
              && watched.connection.isExcess.load(ordering: .relaxed)
            if isExcess, hasRoom() {
              watched.connection.isExcess.store(false, ordering: .relaxed)
              state.connections[descriptor]?.since = now
            } else {
              end(watched.connection, sight, descriptor, isExcess: isExcess, message)
            }
          }
        } else if !watched.isAsked {
          state.connections[descriptor]?.isAsked = true
          endIfLeft(sight, descriptor)
        }
      }
    }
  }

  /// Ends a connection whose client has hung up behind what it sent last.
  ///
  /// Where both come at once, the library reads the one and is never told of the other: it would wait until the
  /// time is over.
  private func endIfLeft(_ sight: ConnectionState.Sight, _ descriptor: Int32) {
    switch sight.stage {
    case .waiting, .head, .body: if umhd_has_left(descriptor) != 0 { umhd_stop_reading(descriptor) }
    // It may have said that it has no more to ask, and read on.
    case .answering, .expired, .expiredUntold: break
    }
  }

  /// Whether enough of a body has come for the time since it was seen last to have.
  private static func hasGrown(_ watched: Watched, to count: Int, at now: Moment) -> Bool {
    let elapsed = (now - watched.since).wholeNanoseconds
    let least = Double(leastRate) * Double(elapsed) / 1_000_000_000
    return count > watched.count && Double(count - watched.count) >= least
  }

  private func limit(
    of watched: Watched, _ sight: ConnectionState.Sight
  ) -> Duration? {
    switch sight.stage {
    // First: one that does not shake hands is one too many all the same.
    case .waiting where watched.connection.isExcess.load(ordering: .relaxed):
      return Self.patienceWithExcess
    case .waiting where watched.connection.handshake.load(ordering: .relaxed) == .stalled:
      return nil
    case .waiting where watched.connection.handshake.load(ordering: .relaxed) == .underWay:
      return timeout > .zero ? timeout : idleTimeout
    case _ where timeout == .zero: return nil
    // Silent ones are the library's: this one has sent part of a line.
    case .waiting: return idleTimeout > .zero ? idleTimeout + timeout : nil
    case .head, .body: return timeout
    case .answering: return nil
    // Time to read the answer.
    case .expired, .expiredUntold: return min(timeout, .seconds(1))
    }
  }

  private func end(
    _ connection: ConnectionState, _ sight: ConnectionState.Sight, _ descriptor: Int32,
    isExcess: Bool, _ message: (Refusal) -> [UInt8]?
  ) {
    // Where no line has come, an answer could be taken for one to what is sent just now; to one too many
    // it would be the right one.
    let isTold = sight.stage != .waiting
    guard connection.expire(sight, isTold: isTold) else { return }
    if isExcess {
      let message = message(.tooManyConnections)
      if connection.secure == nil, let message { Self.send(message, to: descriptor) }
    } else if isTold, let message = message(.readTimeout) {
      if let secure = connection.secure {
        // Only its worker may send there, and does when it finds that nothing more comes.
        secure.leave(message)
      } else {
        Self.send(message, to: descriptor)
      }
    }
    // The library finds that nothing more comes, and closes.
    umhd_stop_reading(descriptor)
  }

  private static func send(_ message: [UInt8], to descriptor: Int32) {
    _ = unsafe message.withUnsafeBytes {
      unsafe umhd_send(descriptor, $0.baseAddress, $0.count)
    }
  }
}
