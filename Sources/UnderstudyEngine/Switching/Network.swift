import MicroHTTPD
package import Understudy

/// Conditions of the network for all answers of a world.
package struct Network: Sendable, Hashable {
  /// The delay of every answer that sets none itself; nil where there is none.
  package var delay: Duration?
  /// By how much that delay varies, up and down.
  package var jitter: Duration?
  /// How many bytes a second of each body are sent that sets no pace itself; nil where all at once.
  package var bytesPerSecond: Int?
  /// The share of requests that fail; nil where none does.
  package var failures: Failures?

  /// Requests that fail.
  package struct Failures: Sendable, Hashable {
    /// Their share, from 0 to 1.
    package var rate: Double
    /// What becomes of them.
    package var variant: Variant
    /// Another seed fails others.
    package var seed: UInt64

    /// Failures by their parts.
    package init(rate: Double, variant: Variant = .offline, seed: UInt64 = 0) {
      self.rate = rate
      self.variant = variant
      self.seed = seed
    }
  }

  /// Conditions by their parts.
  package init(
    delay: Duration? = nil, jitter: Duration? = nil, bytesPerSecond: Int? = nil,
    failures: Failures? = nil
  ) {
    self.delay = delay
    self.jitter = jitter
    self.bytesPerSecond = bytesPerSecond
    self.failures = failures
  }

  // Each world counts its own draws by these names.
  private static let delayPosition = CellID.make()
  fileprivate static let failurePosition = CellID.make()

  /// The delay of a request that sets none itself, which takes its draw.
  func delay(for request: ReceivedRequest) -> Duration? {
    guard let jitter, jitter > .zero else { return delay }
    let delay = delay ?? .zero
    let draw = DelayDistribution.uniform(delay - jitter, delay + jitter)
    return draw.draw(request.cell(Self.delayPosition).take { _ in true }, seed: 0)
  }

  /// The pace of a body that sets none itself.
  var pace: Pace? { bytesPerSecond.map { .steady(bytesPerSecond: $0) } }
}

extension Network.Failures {
  /// Whether a request fails with a plan, which takes its draw.
  ///
  /// A GET that is reset on a reused connection comes again by itself, unseen by the app: it spends
  /// none, so that it fails again and the app meets it.
  func fails(_ request: ReceivedRequest, with plan: Plan, _ cells: CellStore) -> Bool {
    let spendsNone = plan.isWasted(on: request, cells)
    let taken = cells.cell(Network.failurePosition).take { place in
      !(spendsNone && fails(at: place))
    }
    return fails(at: taken)
  }

  /// Whether draw number `place`, from 0, is one of those that fail.
  private func fails(at place: Int) -> Bool {
    SplitMix64.fraction(UInt64(truncatingIfNeeded: place), seed: seed) < rate
  }
}
