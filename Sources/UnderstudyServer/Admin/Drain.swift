import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Waits until every request has ended that began before a change (`?drain=true`).
///
/// Whatever comes after the change meets it; with these gone, nobody is left who has not. A request
/// has begun once it is read and on its way through the routes: one that is still being read meets
/// the change. Admin calls, also those that are streams, are no requests.
final class Drain: Sendable {
  /// The query parameters of calls that can wait so.
  static let parameters = ["drain", "drainSeconds"]
  /// How long a call waits where nothing is said.
  static let usualLimit: Duration = .seconds(5)

  private let world: World
  private let view: JournalView
  private let state: Lock<State>

  private struct State {
    var scan = JournalScan()
    /// Those that had begun and not ended when they were looked at last, by their numbers.
    var open: [Int: JournalEntry] = [:]
    /// Requests that were decided on with an older revision began before the change; nil is before it.
    var revision: Int?
    /// Whether every request that has not met the change can be known.
    var isSettled = false
  }

  /// Looks at what is under way before the change.
  ///
  /// - Parameters:
  ///   - world: the world that is changed.
  ///   - view: its journal.
  init(_ world: World, _ view: JournalView) {
    self.world = world
    self.view = view
    state = Lock(State())
    look()
  }

  /// Notes that the change has been made.
  func changeIsMade() {
    let revision = world.current.revision
    state.withLock { $0.revision = revision }
  }

  /// The requests that began before the change and have not ended.
  ///
  /// - Returns: nil where none is known, but one may have been decided on that nobody knows of yet.
  func unfinished() -> [JournalEntry]? {
    // Asked before the look: once nobody is deciding, those who were can be found.
    let isQuiet = !world.isDeciding
    look()
    let (open, isSettled) = state.withLock { state in
      if isQuiet { state.isSettled = true }
      return (Array(state.open.values), state.isSettled)
    }
    return open.isEmpty && !isSettled ? nil : open
  }

  private func look() {
    state.withLock { state in
      func add(_ entry: JournalEntry) {
        let isBefore = state.revision.map { entry.revision < $0 } ?? true
        if isBefore, entry.ended == nil { state.open[entry.seq] = entry }
      }
      var scan = state.scan
      scan.advance(through: view) { entry in
        add(entry)
        return true
      }
      state.scan = scan
      // Behind the record: what it lets go of while that is read is found here.
      for entry in view.unrecorded { add(entry) }
      state.open = state.open.filter { $0.value.ended == nil }
    }
  }
}

extension Drain {
  /// An answer that waits until the drain is done, or its time is over, and says which.
  ///
  /// - Parameters:
  ///   - answer: the answer of the change, an object.
  ///   - limit: how long it waits.
  ///   - start: from when on.
  /// - Returns: the same answer with what the drain has to say.
  func answer(_ answer: AdminAnswer, limit: Duration, from start: Moment) -> WaitingAnswer {
    // A client may have an answer whose end is not on record yet.
    let patience = RequestsResource.patience
    return WaitingAnswer(limit: max(limit, patience)) { now, isLast in
      let unfinished = self.unfinished()
      if !isLast {
        guard let unfinished else { return .open(now + .milliseconds(1)) }
        let end = start + (unfinished.contains(where: \.isEnding) ? max(limit, patience) : limit)
        if !unfinished.isEmpty, now < end { return .open(end) }
      }
      return .decided(answer.changed(at: now).map { $0.drained(of: unfinished) })
    }
  }
}

extension AdminAnswer {
  /// What a change is answered with, which has been made whatever the answer waits for.
  fileprivate func changed(at now: Moment) -> Result<JSON, Problem> {
    switch self {
    case .now(200, let json?, _): return .success(json)
    case .waiting(let waiting):
      if case .decided(let result) = waiting.decide(now, true) { return result }
    case .now, .text, .stream, .file, .computed: break
    }
    preconditionFailure("a change is answered with 200 and a document")
  }
}

extension JSON {
  /// The answer of a change with what is left of the requests before it; nil is not known.
  fileprivate func drained(of unfinished: [JournalEntry]?) -> JSON {
    var members = objectValue ?? [:]
    members["drained"] = .bool(unfinished?.isEmpty == true)
    members["unfinished"] = .array(
      (unfinished ?? []).sorted { $0.seq < $1.seq }.map { RequestDescription($0).json })
    return .object(members)
  }
}
