import Platform

/// How far the sequences, draws and counters of one world have come.
package final class CellStore: Sendable {
  private let cells = Lock([CellID: PositionCell]())

  /// Everything is at its start.
  package init() {}

  /// The position of a name; at its start when first asked for.
  func cell(_ id: CellID) -> PositionCell {
    if id == .fleeting { return PositionCell() }
    return cells.withLock { cells in
      if let cell = cells[id] { return cell }
      let cell = PositionCell()
      cells[id] = cell
      return cell
    }
  }

  /// The steps that were taken; nothing is kept of what nobody has taken a step of.
  func taken(_ id: CellID) -> Int { cells.withLock { $0[id] }?.value ?? 0 }

  /// Puts everything back to its start.
  func reset() { cells.withLock { $0 = [:] } }

  /// Forgets positions of what is no more.
  func forget(_ ids: [CellID]) {
    if ids.isEmpty { return }
    cells.withLock { cells in
      for id in ids { cells[id] = nil }
    }
  }
}
