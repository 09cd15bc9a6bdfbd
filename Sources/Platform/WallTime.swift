internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time of day, for people: logs and files; never for measuring.
public struct WallTime: Sendable, Hashable {
  /// Seconds since 1970-01-01 UTC.
  public var seconds: Int
  /// Nanoseconds of the second.
  public var nanoseconds: Int

  /// The present.
  public static var now: WallTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// A point in time.
  public init(seconds: Int, nanoseconds: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The time so much later, or earlier where the number is negative.
  public func advanced(byNanoseconds count: Int) -> WallTime {
    let (whole, rest) = (nanoseconds + count).quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0
      ? WallTime(seconds: seconds + whole - 1, nanoseconds: rest + 1_000_000_000)
      : WallTime(seconds: seconds + whole, nanoseconds: rest)
  }

  /// The time as ISO 8601 in UTC with milliseconds, such as `2026-01-31T12:00:00.250Z`.
  public var iso8601: String {
    var parts = unsafe tm()
    var whole = time_t(seconds)
    unsafe gmtime_r(&whole, &parts)
    let date = unsafe "\(parts.tm_year + 1900)-\(pad(parts.tm_mon + 1))-\(pad(parts.tm_mday))"
    return unsafe "\(date)T\(clock(parts))Z"
  }

  /// The local time of day with milliseconds, such as `12:00:00.250`.
  public var timeOfDay: String {
    var parts = unsafe tm()
    var whole = time_t(seconds)
    unsafe localtime_r(&whole, &parts)
    return unsafe clock(parts)
  }

  private func clock(_ parts: tm) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let fraction = milliseconds < 100 ? "0\(pad(Int32(milliseconds)))" : "\(milliseconds)"
    return unsafe "\(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec)).\(fraction)"
  }

  private func pad(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
