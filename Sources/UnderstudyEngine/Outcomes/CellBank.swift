import Platform
import Synchronization

/// The name of a position: of how many steps of a sequence, or draws, one world has taken.
package struct CellID: Sendable, Hashable {
  let number: Int

  private init(number: Int) {
    self.number = number
  }

  /// A position that nobody keeps: it stands at the start whenever it is asked for.
  static let fleeting = CellID(number: 0)

  private static let last = Atomic<Int>(0)

  /// A name that no other position of this process has.
  static func make() -> CellID { CellID(number: last.add(1, ordering: .relaxed).newValue) }
}

/// The names of the positions of a route, or of an outcome that was given on the spot.
package final class CellBank: Sendable {
  private struct Place: Hashable {
    var part: String
    var key: String
  }

  private let cells = Lock([Place: CellID]())

  package init() {}

  /// The names for the outcomes of one part: of one route, where an outcome is given for many.
  func part(_ name: String = "") -> Cells { Cells(bank: self, part: name) }

  /// All names that it has given.
  var ids: [CellID] { cells.withLock { Array($0.values) } }

  /// The part of a bank in which the positions of one plan are.
  struct Cells: Sendable {
    fileprivate let bank: CellBank?
    fileprivate let part: String

    /// Positions that nobody keeps, for what is done once.
    static let fleeting = Cells(bank: nil, part: "")

    /// The position of what is written at a place; named when first asked for.
    func cell(_ key: String) -> CellID {
      guard let bank else { return .fleeting }
      return bank.cells.withLock { cells in
        let place = Place(part: part, key: key)
        if let cell = cells[place] { return cell }
        let cell = CellID.make()
        cells[place] = cell
        return cell
      }
    }

    /// The places that have a position, by name.
    var places: [(place: String, id: CellID)] {
      guard let bank else { return [] }
      return bank.cells.withLock { $0 }
        .filter { $0.key.part == part }
        .map { ($0.key.key, $0.value) }.sorted { $0.place < $1.place }
    }
  }
}
