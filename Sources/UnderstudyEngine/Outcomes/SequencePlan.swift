import Understudy

/// Steps that are taken one for each request.
struct SequencePlan: Sendable {
  let steps: [Plan]
  let end: SequenceEnd
  let position: CellID

  /// Takes the step for a request.
  func step(for request: ReceivedRequest) -> Plan {
    request.cell(position).take(for: request, step(at:))
  }

  /// The step that comes next.
  func next(_ cells: CellStore) -> Plan { step(at: cells.taken(position)) }

  private func step(at position: Int) -> Plan {
    switch end {
    case .last: steps[min(position, steps.count - 1)]
    case .loop: steps[position % steps.count]
    }
  }
}
