import Understudy

/// Steps that are taken one for each request.
struct SequencePlan: Sendable {
  let steps: [Plan]
  let end: SequenceEnd
  let position: PositionCell

  /// Takes the step for a request.
  func step(for request: ReceivedRequest) -> Plan {
    position.take(for: request, step(at:))
  }

  private func step(at position: Int) -> Plan {
    switch end {
    case .last: steps[min(position, steps.count - 1)]
    case .loop: steps[position % steps.count]
    }
  }
}
