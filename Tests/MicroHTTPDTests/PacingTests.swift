import Platform
import Testing

@testable import MicroHTTPD

@Suite("What a pace lets through")
struct PacingTests {
  struct Example: CustomTestStringConvertible {
    var pace: Pace
    var length: UInt64?
    var position: UInt64
    var milliseconds: Int
    var allowance: Pacing.Allowance
    var testDescription: String {
      "\(pace) at \(position) of \(length.map { "\($0)" } ?? "?") after \(milliseconds) ms"
    }

    init(
      _ pace: Pace, _ length: UInt64?, at position: UInt64, after milliseconds: Int,
      _ allowance: Pacing.Allowance
    ) {
      self.pace = pace
      self.length = length
      self.position = position
      self.milliseconds = milliseconds
      self.allowance = allowance
    }
  }

  private static let start = Moment(nanoseconds: 5_000_000_000)

  private static func later(_ milliseconds: Int) -> Pacing.Allowance {
    .nothing(until: start + .milliseconds(milliseconds))
  }

  @Test(arguments: [
    // Twenty pieces a second, and the last when its time has come.
    Example(.steady(bytesPerSecond: 1000), 120, at: 0, after: 0, later(50)),
    Example(.steady(bytesPerSecond: 1000), 120, at: 49, after: 49, later(99)),
    Example(.steady(bytesPerSecond: 1000), 120, at: 0, after: 50, .bytes(50)),
    Example(.steady(bytesPerSecond: 1000), 120, at: 50, after: 75, .bytes(25)),
    Example(.steady(bytesPerSecond: 1000), 120, at: 100, after: 100, later(120)),
    Example(.steady(bytesPerSecond: 1000), nil, at: 100, after: 100, later(150)),
    // A byte at a time where there is less than one for each piece.
    Example(.steady(bytesPerSecond: 4), 3, at: 0, after: 0, later(250)),
    Example(.steady(bytesPerSecond: 4), 3, at: 2, after: 700, later(750)),
    // Whoever comes late gets what has come together.
    Example(.steady(bytesPerSecond: 1000), 9000, at: 0, after: 2000, .bytes(2000)),
    Example(.steady(bytesPerSecond: 1_000_000_000), 1 << 40, at: 0, after: 1, .bytes(1_000_000)),
    Example(.pieces(4, over: .seconds(1)), 8, at: 0, after: 0, later(250)),
    Example(.pieces(4, over: .seconds(1)), 8, at: 0, after: 250, .bytes(2)),
    Example(.pieces(4, over: .seconds(1)), 8, at: 2, after: 499, later(500)),
    Example(.pieces(4, over: .seconds(1)), 8, at: 6, after: 900, later(1000)),
    Example(.pieces(4, over: .seconds(1)), 8, at: 6, after: 1000, .bytes(.max)),
    // More pieces than bytes: each byte comes with the piece that it ends.
    Example(.pieces(4, over: .seconds(1)), 2, at: 0, after: 250, later(500)),
    Example(.pieces(3, over: .seconds(3)), 10, at: 0, after: 1000, .bytes(3)),
    Example(.pieces(3, over: .seconds(3)), 10, at: 3, after: 1000, later(2000)),
    Example(.pieces(3, over: .seconds(3)), nil, at: 3, after: 1000, .bytes(.max)),
  ])
  func `is never early, and all of it in the end`(_ example: Example) {
    let pacing = Pacing(example.pace, length: example.length, from: Self.start)

    let allowance = pacing.allowance(
      behind: example.position, at: Self.start + .milliseconds(example.milliseconds))

    #expect(allowance == example.allowance)
  }
}
