import Synchronization
import Understudy

/// How many steps of a sequence, or draws of a weighted outcome, have been taken.
package final class PositionCell: Sendable {
  private let taken = Atomic<Int>(0)

  package init() {}

  /// The steps taken so far.
  package var value: Int { taken.load(ordering: .acquiring) }

  /// Takes the next step; every caller gets one of its own.
  ///
  /// - Parameter spends: whether the step at a position is used up by this request.
  /// - Returns: the position before the step.
  func take(spends: (Int) -> Bool) -> Int {
    while true {
      let position = value
      guard spends(position) else { return position }
      let (exchanged, _) = taken.compareExchange(
        expected: position, desired: position + 1, ordering: .acquiringAndReleasing)
      if exchanged { return position }
    }
  }
}

extension PositionCell {
  /// Takes the next step for a request.
  ///
  /// A GET that is reset on a reused connection comes again by itself, unseen by the app: it spends
  /// no step, or the app would never meet the reset.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - plan: what is done at a position.
  /// - Returns: the plan of the step.
  func take(for request: ReceivedRequest, _ plan: (Int) -> Plan) -> Plan {
    let taken = take { position in
      guard request.isSentAgain, let cells = request.cells else { return true }
      return !plan(position).resets(cells)
    }
    return plan(taken)
  }
}
