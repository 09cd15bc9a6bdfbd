import Platform
import UnderstudyEngine

/// What keeps the daemon from doing all that it was asked to, for as long as that is so.
///
/// The log tells it when it begins; whoever looks at `GET /__admin/health` later is told too, also
/// where it is the log that cannot be written.
final class Troubles: Sendable {
  private let time: any TimeSource
  private let state = Lock([Kind: State]())

  /// What it is about; there is one trouble of a kind at a time.
  enum Kind: Int, Sendable {
    case log, stateFile, connections, descriptors
  }

  private struct State {
    var message: String
    /// When it is over by itself; nil where it ends when somebody says so.
    var end: Moment?
    /// Until when it is not told again, where it comes in single events.
    var isToldUntil: Moment?
  }

  /// For how long a trouble that comes in single events lasts behind each, and is not told again.
  static let pause: Duration = .seconds(60)

  init(time: any TimeSource) {
    self.time = time
  }

  /// Notes a trouble that lasts until its end is told.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  func began(_ kind: Kind, _ message: String) -> Bool {
    state.withLock { $0.updateValue(State(message: message), forKey: kind)?.message != message }
  }

  /// Notes an event, which is trouble for a while.
  ///
  /// - Returns: whether it is the first in a while, and should be told.
  func happened(_ kind: Kind, _ message: @autoclosure () -> String) -> Bool {
    let now = time.now
    return state.withLock { state in
      if let told = state[kind]?.isToldUntil, now < told {
        state[kind]?.end = now + Self.pause
        return false
      }
      let end = now + Self.pause
      state[kind] = State(message: message(), end: end, isToldUntil: end)
      return true
    }
  }

  /// Notes the end of a trouble; false where there was none.
  @discardableResult
  func ended(_ kind: Kind) -> Bool { state.withLock { $0.removeValue(forKey: kind) != nil } }

  /// What there is now, in words.
  var messages: [String] {
    let now = time.now
    return state.withLock { state in
      state = state.filter { $0.value.end.map { now < $0 } ?? true }
      return state.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.message)
    }
  }
}
