import Platform
import Synchronization
import Understudy

/// A world: what each route does for some requests, and the only place where that changes.
///
/// The base is one, and each session. Readers take the whole snapshot; a change makes a new one and
/// swaps it in one step, so that no request sees half of it, and one that starts after the change has
/// returned sees all of it.
package final class World: Sendable {
  /// What can be chosen in it.
  package let board: Switchboard
  /// The record of its requests.
  package let book: JournalBook
  /// How far its sequences and draws have come.
  let cells = CellStore()
  /// Positions of what is gone.
  let retired = RetiredBanks()

  /// What it began with.
  let start: WorldSettings
  let snapshot: Lock<Snapshot>
  /// Held while a change is made, so that changes follow one another.
  let changing = Lock(())
  let watcher: Watcher
  let decidingCount = Atomic<Int>(0)
  /// Requests that were decided on with an older revision and come to wait are dropped.
  let droppedRevision = Atomic<Int>(0)

  /// Is told of each change, in order; it must be quick, and may change nothing.
  package typealias Watcher = @Sendable (World, Event.Part, Snapshot) -> Void

  private init(
    _ board: Switchboard, _ book: JournalBook, _ start: WorldSettings, _ snapshot: Snapshot,
    _ watcher: @escaping Watcher
  ) {
    self.board = board
    self.book = book
    self.start = start
    self.snapshot = Lock(snapshot)
    self.watcher = watcher
  }

  /// A world in which every route has its default.
  package convenience init(
    _ board: Switchboard, book: JournalBook = JournalBook(.base),
    whenChanged watcher: @escaping Watcher = { _, _, _ in }
  ) {
    let start = WorldSettings()
    self.init(
      board, book, start, Snapshot(revision: 1, start, defaults: board.defaults), watcher)
  }

  /// A world that begins with what is set in another, and with changes of its own.
  ///
  /// Positions start anew; what is left of leases counts on in both.
  ///
  /// - Throws: ``SwitchProblem`` where a change cannot be made.
  package convenience init(
    copying other: World, book: JournalBook, _ changes: WorldChanges = WorldChanges()
  ) throws(SwitchProblem) {
    let board = other.board
    let now = other.current
    var start = now.settings.copy
    let snapshot: Snapshot
    if changes.isEmpty, start.leases.isEmpty {
      // All of it is shared until it changes.
      snapshot = now
    } else {
      try changes.make(in: &start, board)
      snapshot = Snapshot(revision: now.revision, start.copy, defaults: board.defaults)
    }
    self.init(board, book, start, snapshot, other.watcher)
  }

  /// A world as another process has left it.
  ///
  /// - Parameters:
  ///   - board: what can be chosen here.
  ///   - book: its journal, which begins anew.
  ///   - memories: what was set, and what it began with.
  ///   - refusal: why a scenario cannot be chosen that is there; nil where it can be.
  ///   - watcher: is told of changes from then on.
  ///   - problems: takes why choices cannot be made any more, each once.
  package convenience init(
    _ board: Switchboard, book: JournalBook, _ memories: WorldMemories,
    refusal: (String) -> SwitchProblem? = { _ in nil }, whenChanged watcher: @escaping Watcher,
    problems: inout [SwitchProblem]
  ) {
    let settings = WorldSettings(memories.now, board, refusal, &problems)
    var others: [SwitchProblem] = []
    let start = memories.start.map { WorldSettings($0, board, refusal, &others) } ?? WorldSettings()
    self.init(
      board, book, start,
      Snapshot(revision: memories.revision + 1, settings, defaults: board.defaults), watcher)
  }

  /// What decides about requests that arrive now.
  package var current: Snapshot { snapshot.withLock { $0 } }

  /// The steps that were taken of each sequence and draw of a route, by the place where it is
  /// written: a variant's name, and `outcome` for one that was given on the spot.
  package func positions(of route: RouteEntry) -> [(place: String, taken: Int)] {
    let banks = [route.bank] + current.settings.banks.map { $0.part(route.id.rawValue) }
    return banks.flatMap(\.places).map { ($0.place, cells.taken($0.id)) }
  }
}
