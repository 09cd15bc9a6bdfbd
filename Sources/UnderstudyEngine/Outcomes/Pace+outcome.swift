import MicroHTTPD
import Understudy

extension Pace {
  /// The pace of an outcome's body.
  init(_ pace: Outcome.Pace) {
    switch pace {
    case .throttled(let rate): self = .steady(bytesPerSecond: rate)
    case .dribbled(let chunks, let duration): self = .pieces(chunks, over: duration)
    }
  }
}

extension Performed {
  /// The same with its body at a pace, where it has none yet.
  func paced(_ pace: Pace) -> Performed {
    guard case .action(let action) = self else { return self }
    return .action(action.paced(pace))
  }
}

extension Action {
  fileprivate func paced(_ pace: Pace) -> Action {
    switch self {
    case .reply(let reply): .paced(pace, reply)
    case .delayed(let delay, let next): .delayed(delay, next.paced(pace))
    case .computed(let compute): .computed { compute().paced(pace) }
    case .awaited(let begin): .awaited { finish in begin { finish($0.paced(pace)) } }
    case .paced, .close, .reset, .held: self
    }
  }
}
