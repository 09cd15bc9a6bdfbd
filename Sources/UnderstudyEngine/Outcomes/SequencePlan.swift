import Understudy

/// Steps that are taken one for each request.
struct SequencePlan: Sendable {
  let steps: [Plan]
  let end: SequenceEnd
  let position: PositionCell

  /// Takes the step for a request.
  ///
  /// A GET that is reset on a reused connection comes again by itself, unseen by the app: it spends
  /// no step, or the app would never meet the reset.
  func step(for request: ReceivedRequest) -> Plan {
    let taken = position.take { position in
      guard request.isSentAgain, case .fault(.reset) = step(at: position).kind else { return true }
      return false
    }
    return step(at: taken)
  }

  private func step(at position: Int) -> Plan {
    switch end {
    case .last: steps[min(position, steps.count - 1)]
    case .loop: steps[position % steps.count]
    }
  }
}
