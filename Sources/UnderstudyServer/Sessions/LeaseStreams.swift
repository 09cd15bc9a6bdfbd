import Platform
import UnderstudyEngine

/// The open streams that sessions live with, which end when their session ends otherwise.
final class LeaseStreams: Sendable {
  private let state = Lock(State())

  private struct State {
    var lastNumber: UInt64 = 0
    var wakes: [SessionID: [UInt64: @Sendable () -> Void]] = [:]
  }

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

  /// Has the streams of a session look again: it has ended.
  func wake(_ session: Session) {
    let wakes = state.withLock { $0.wakes[session.id] ?? [:] }
    for wake in wakes.values { wake() }
  }
}
