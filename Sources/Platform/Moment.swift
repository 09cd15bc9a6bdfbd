internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A point on a clock that never goes back, in nanoseconds since some start.
public struct Moment: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's start.
  public var nanoseconds: UInt64

  /// A moment so many nanoseconds after the clock's start.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// Whether one comes before the other.
  public static func < (one: Moment, other: Moment) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// The moment so much later; a negative duration counts as none, one of centuries as 292 years.
  public static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(nanoseconds: moment.nanoseconds &+ duration.wholeNanoseconds)
  }

  /// How much later this moment is than the other; negative where it is earlier.
  public static func - (one: Moment, other: Moment) -> Duration {
    .nanoseconds(Int64(bitPattern: one.nanoseconds &- other.nanoseconds))
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded up; zero where it is negative, `Int64.max` at most.
  package var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < Int64.max / 1_000_000_000 else { return UInt64(Int64.max) }
    return UInt64(seconds) &* 1_000_000_000 &+ (UInt64(attoseconds) + 999_999_999) / 1_000_000_000
  }
}

/// A clock that can be replaced in tests.
public protocol TimeSource: AnyObject, Sendable {
  /// The present.
  var now: Moment { get }
  /// Calls the closure whenever the time jumps; a real clock never does.
  func whenChanged(_ wake: @escaping @Sendable () -> Void)
}

/// The system's monotonic clock (clock_gettime, `CLOCK_MONOTONIC`).
public final class SystemTime: TimeSource {
  /// The clock.
  public init() {}

  /// The present.
  public var now: Moment {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }

  /// Does nothing: this clock never jumps.
  public func whenChanged(_ wake: @escaping @Sendable () -> Void) {}
}

/// A clock that stands still until a test moves it.
public final class ManualTime: TimeSource {
  private let state = Lock(
    (now: Moment(nanoseconds: 1_000_000_000), wakes: [@Sendable () -> Void]()))

  /// A clock that stands at one second.
  public init() {}

  /// The present.
  public var now: Moment { state.withLock { $0.now } }

  /// Calls the closure after each ``advance(by:)``.
  public func whenChanged(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wakes.append(wake) }
  }

  /// Moves the clock on and wakes whoever waits.
  public func advance(by duration: Duration) {
    let wakes = state.withLock { state in
      state.now = state.now + duration
      return state.wakes
    }
    for wake in wakes { wake() }
  }
}
