import Platform
import Synchronization

/// How many steps of a sequence have been taken.
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

/// The positions of all sequences of one route, by the place where each is written.
package final class CellBank: Sendable {
  private let cells = Lock([String: PositionCell]())

  package init() {}

  /// The cell of a sequence; made when first asked for.
  func cell(_ key: String) -> PositionCell {
    cells.withLock { cells in
      if let cell = cells[key] { return cell }
      let cell = PositionCell()
      cells[key] = cell
      return cell
    }
  }

  /// Puts every sequence back to its first step.
  package func reset() {
    for cell in cells.withLock({ Array($0.values) }) { cell.reset() }
  }
}
