import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Waits until every request has ended that began before a change (`?drain=true`).
///
/// Whatever comes after the change meets it; with these gone, nobody is left who has not.
final class Drain: Sendable {
  /// The query parameters of calls that can wait so.
  static let parameters = ["drain", "drainSeconds"]
  /// How long a call waits where nothing is said.
  static let usualLimit: Duration = .seconds(5)

  private let world: World
  private let view: JournalView
  private let parked: @Sendable () -> [JournalEntry]
  private let state: Lock<State>

  private struct State {
    var scan: JournalScan
    /// Those that had begun and not ended when they were looked at last, by their numbers.
    var open: [Int: JournalEntry] = [:]
    /// Requests that were decided on with an older revision began before the change; nil is before it.
    var revision: Int?
  }

  /// Looks at what is under way before the change.
  ///
  /// - Parameters:
  ///   - world: the world that is changed.
  ///   - view: its journal.
  ///   - parked: its requests that are delayed or held, also where the journal has let go of them.
  init(_ world: World, _ view: JournalView, parked: @escaping @Sendable () -> [JournalEntry]) {
    self.world = world
    self.view = view
    self.parked = parked
    state = Lock(State(scan: JournalScan()))
    look()
  }

  /// Notes that the change has been made.
  func changeIsMade() {
    let revision = world.current.revision
    state.withLock { $0.revision = revision }
  }

  /// The requests that began before the change and have not ended, the oldest first.
  ///
  /// - Returns: nil where one may still come that has been decided on and is not on record yet.
  func unfinished() -> [JournalEntry]? {
    // Asked before the look: whoever is not deciding now is on record.
    let mayCome = world.isDeciding
    look()
    let open = state.withLock { $0.open.values.sorted { $0.seq < $1.seq } }
    return open.isEmpty && mayCome ? nil : open
  }

  private func look() {
    let parked = self.parked()
    state.withLock { state in
      func add(_ entry: JournalEntry) {
        let isBefore = state.revision.map { entry.revision < $0 } ?? true
        if isBefore, entry.ended == nil { state.open[entry.seq] = entry }
      }
      for entry in parked { add(entry) }
      var scan = state.scan
      scan.advance(through: view) { entry in
        add(entry)
        return true
      }
      state.scan = scan
      state.open = state.open.filter { $0.value.ended == nil }
    }
  }
}

extension Drain {
  /// An answer that waits until the drain is done, or its time is over, and says which.
  ///
  /// - Parameters:
  ///   - json: the answer of the change.
  ///   - limit: how long it waits.
  func answer(_ json: JSON, limit: Duration) -> AdminAnswer {
    .waiting(
      WaitingAnswer(limit: limit) { now, isLast in
        let unfinished = self.unfinished()
        if !isLast {
          guard let unfinished else { return .open(now + .milliseconds(1)) }
          if !unfinished.isEmpty { return .open(nil) }
        }
        var members = json.objectValue ?? [:]
        members["drained"] = .bool(unfinished?.isEmpty == true)
        members["unfinished"] = .array((unfinished ?? []).map { RequestDescription($0).json })
        return .decided(.success(.object(members)))
      })
  }
}
