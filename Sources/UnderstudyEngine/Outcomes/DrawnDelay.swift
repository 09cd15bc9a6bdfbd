import Platform
import Understudy

/// A delay that is drawn for each request.
final class DrawnDelay: Sendable {
  private let distribution: DelayDistribution
  private let seed: UInt64
  private let position: CellID

  init(_ distribution: DelayDistribution, seed: UInt64, position: CellID) {
    self.distribution = distribution
    self.seed = seed
    self.position = position
  }

  /// Takes the next draw.
  func duration(for request: ReceivedRequest) -> Duration {
    distribution.draw(request.cell(position).take { _ in true }, seed: seed)
  }
}

extension DelayDistribution {
  /// What draw number `place`, from 0, gives.
  func draw(_ place: Int, seed: UInt64) -> Duration {
    let place = UInt64(truncatingIfNeeded: place)
    let longest = Double(Outcome.longestDelayMilliseconds) * 1_000_000
    let nanoseconds =
      switch self {
      case .uniform(let least, let most):
        (least + (most - least) * SplitMix64.fraction(place, seed: seed)) / .nanoseconds(1)
      case .logNormal(let median, let sigma):
        // Two numbers a draw (Box and Muller, 1958).
        (median / .nanoseconds(1))
          * Mathematics.exp(
            sigma
              * Mathematics.normal(
                SplitMix64.fraction(2 &* place, seed: seed),
                SplitMix64.fraction(2 &* place &+ 1, seed: seed)))
      }
    return .nanoseconds(Int64(min(max(0, nanoseconds), longest)))
  }
}
