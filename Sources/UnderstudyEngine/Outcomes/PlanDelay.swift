import Understudy

/// How long the outcome of a plan waits.
enum PlanDelay: Sendable {
  /// So long, each time.
  case fixed(Duration)
  /// Drawn for each request.
  case drawn(DrawnDelay)

  /// The delay of an outcome, with the place where its draws are counted.
  init(_ delay: Outcome.Delay, _ position: @autoclosure () -> CellID) {
    switch delay {
    case .fixed(let duration): self = .fixed(duration)
    case .drawn(let distribution, let seed):
      self = .drawn(DrawnDelay(distribution, seed: seed, position: position()))
    }
  }

  /// The delay of a request, which takes its draw.
  func duration(for request: ReceivedRequest) -> Duration {
    switch self {
    case .fixed(let duration): duration
    case .drawn(let delay): delay.duration(for: request)
    }
  }
}
