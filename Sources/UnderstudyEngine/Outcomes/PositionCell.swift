import Platform
import Synchronization
import Understudy

/// How many steps of a sequence, or draws of a weighted outcome, have been taken.
package final class PositionCell: Sendable {
  private let taken = Atomic<Int>(0)

  package init() {}

  /// The steps taken since the start or the last reset.
  package var value: Int { taken.load(ordering: .acquiring) }

  /// Goes back to the first step.
  package func reset() {
    taken.store(0, ordering: .releasing)
  }

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
      guard request.isSentAgain, case .fault(.reset) = plan(position).kind else { return true }
      return false
    }
    return plan(taken)
  }
}

/// The positions of all sequences and weighted outcomes of one route, by the place where each is written.
package final class CellBank: Sendable {
  private let cells = Lock([String: PositionCell]())

  package init() {}

  /// The cell of a sequence or a weighted outcome; made when first asked for.
  func cell(_ key: String) -> PositionCell {
    cells.withLock { cells in
      if let cell = cells[key] { return cell }
      let cell = PositionCell()
      cells[key] = cell
      return cell
    }
  }

  /// Puts every one back to its first step.
  package func reset() {
    for cell in cells.withLock({ Array($0.values) }) { cell.reset() }
  }
}
