import Platform
import UnderstudyEngine

/// The open streams that sessions live with, which end when their session ends otherwise.
final class LeaseStreams: Sendable {
  private let state = Lock(State())

  private struct State {
    var lastNumber: UInt64 = 0
    var wakes: [SessionID: [UInt64: @Sendable () -> Void]] = [:]
    /// How many streams are open at daemons before this one.
    var earlier: [SessionID: Int] = [:]
  }

  /// How many there are.
  var count: Int { state.withLock { $0.wakes.values.reduce(0) { $0 + $1.count } } }

  /// Adds a stream, which is woken once its session has ended.
  ///
  /// - Returns: the number for ``remove(_:of:)``.
  func add(_ session: Session, wake: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      state.wakes[session.id, default: [:]][state.lastNumber] = wake
      return state.lastNumber
    }
  }

  /// Forgets a stream.
  func remove(_ number: UInt64, of session: Session) {
    state.withLock { state in
      state.wakes[session.id]?[number] = nil
      if state.wakes[session.id]?.isEmpty == true { state.wakes[session.id] = nil }
    }
  }

  /// Notes streams of a session that are open at daemons before this one: it is not idle until they
  /// close, with which it ends.
  func addEarlier(_ count: Int, of session: Session, at now: Moment) {
    guard count > 0 else { return }
    state.withLock { $0.earlier[session.id] = count }
    session.enter(at: now)
  }

  /// How many streams of a session are open, here and at daemons before this one.
  func counts(of session: Session) -> (here: Int, earlier: Int) {
    state.withLock { ($0.wakes[session.id]?.count ?? 0, $0.earlier[session.id] ?? 0) }
  }

  /// Has the streams of a session look again: it has ended.
  func wake(_ session: Session) {
    let wakes = state.withLock { state in
      state.earlier[session.id] = nil
      return state.wakes[session.id] ?? [:]
    }
    for wake in wakes.values { wake() }
  }
}
