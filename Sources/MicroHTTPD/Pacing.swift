import Platform

/// How far the body of one answer may have come by its pace.
struct Pacing {
  private let pace: Pace
  /// How long the body is; nil where nobody knows before it ends.
  private let length: UInt64?
  private let start: Moment

  /// What may be sent now.
  enum Allowance: Hashable {
    /// So many bytes.
    case bytes(Int)
    /// Nothing before this.
    case nothing(until: Moment)
  }

  /// How many pieces there are in a second, where a pace does not say: a progress bar moves, and
  /// ten thousand bodies at once leave time for something else.
  private static let piecesPerSecond: UInt64 = 20
  private static let second: UInt64 = 1_000_000_000

  init(_ pace: Pace, length: UInt64?, from start: Moment) {
    self.pace = pace
    self.start = start
    self.length = length
  }

  /// What may be sent behind the bytes that were.
  func allowance(behind position: UInt64, at now: Moment) -> Allowance {
    let elapsed = (now - start).wholeNanoseconds
    switch pace {
    case .steady(let rate):
      let rate = UInt64(max(1, rate))
      let allowed = Self.floor(elapsed, rate, Self.second)
      if allowed > position { return .bytes(Int(clamping: allowed - position)) }
      let next = min(position + max(1, rate / Self.piecesPerSecond), length ?? .max)
      return .nothing(until: start + Self.time(Self.ceiling(next, Self.second, rate)))
    case .pieces(let count, let duration):
      let total = duration.wholeNanoseconds
      let count = UInt64(max(1, count))
      guard let length, length > 0, total > 0, elapsed < total else { return .bytes(.max) }
      let allowed = Self.floor(length, Self.floor(elapsed, count, total), count)
      if allowed > position { return .bytes(Int(clamping: allowed - position)) }
      let piece = Self.ceiling(position + 1, count, length)
      return .nothing(until: start + Self.time(Self.ceiling(total, piece, count)))
    }
  }

  private static func time(_ nanoseconds: UInt64) -> Duration {
    .nanoseconds(Int64(clamping: nanoseconds))
  }

  /// `one * other / divisor`, as large as it can be.
  private static func floor(_ one: UInt64, _ other: UInt64, _ divisor: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    guard product.high < divisor else { return .max }
    return divisor.dividingFullWidth(product).quotient
  }

  /// The same, rounded up.
  private static func ceiling(_ one: UInt64, _ other: UInt64, _ divisor: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    guard product.high < divisor else { return .max }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    return quotient + (remainder > 0 ? 1 : 0)
  }
}
