import Platform

/// Time as it goes by for a command that tries again; tests give another.
struct RetryTime: Sendable {
  /// The present.
  var now: @Sendable () -> Moment
  /// Lets so much time go by.
  var pause: @Sendable (Duration) -> Void

  /// The time of this machine.
  static var system: RetryTime {
    let time = SystemTime()
    return RetryTime(now: { time.now }, pause: { _ = Bell().wait(for: $0) })
  }
}
