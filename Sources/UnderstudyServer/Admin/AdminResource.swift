import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// One resource of the admin API: a path, and what its methods do.
protocol AdminResource: SendableMetatype {
  /// The path behind `/__admin`; a name in braces stands for any one part.
  static var path: [String] { get }
  /// The methods that it takes.
  static var methods: [String] { get }
  /// Whether it asks neither for a token nor for a known host.
  static var isExempt: Bool { get }
  /// Does what a call asks for.
  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer
  /// The query parameters that it takes; see ``AdminParameters``.
  static var parameters: [String] { get }
}

extension AdminResource {
  static var isExempt: Bool { false }
  static var parameters: [String] { [] }

  /// Whether the parts of a path lead here.
  static func matches(_ parts: [String]) -> Bool {
    path.count == parts.count
      && zip(path, parts).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
  }

  /// The path as it is written in documents: `/__admin/routes/{id}`.
  static var template: String { ([AdminPath.root] + path).joined(separator: "/") }
}

/// What the resources work on.
final class AdminContext: Sendable {
  let switchboard: Switchboard
  let fixtures: FixtureStore
  let journal: Journal
  let watch: JournalWatch
  let events: EventLog<Event>
  /// How long a reader of events hears nothing.
  let heartbeat: Duration
  /// The routes that almost took a request that none took, as a miss names them.
  let nearest: @Sendable (ReceivedRequest) -> JSON
  let startedAt: Moment
  let time: any TimeSource
  let daemons = Lock([WeakDaemon]())

  init(
    switchboard: Switchboard, fixtures: FixtureStore, journal: Journal, watch: JournalWatch,
    events: EventLog<Event>, heartbeat: Duration,
    nearest: @escaping @Sendable (ReceivedRequest) -> JSON, time: any TimeSource
  ) {
    self.switchboard = switchboard
    self.fixtures = fixtures
    self.journal = journal
    self.watch = watch
    self.events = events
    self.heartbeat = heartbeat
    self.nearest = nearest
    self.time = time
    startedAt = time.now
  }

  /// The route of an id.
  ///
  /// - Throws: ``Problem`` with 404 and the closest id.
  func entry(_ id: String) throws(Problem) -> RouteEntry {
    if let entry = switchboard.entry(id) { return entry }
    throw Problem(
      404, .unknownRoute,
      "There is no route '\(id)'.\(Spelling.suggestion(for: id, among: switchboard.names.ids))")
  }

  /// Makes changes, all or none, and returns what holds with them.
  ///
  /// - Throws: ``Problem`` that says what does not fit.
  func change(
    _ changes: [(selector: Selector, override: Override?)]
  ) throws(Problem) -> Snapshot {
    do throws(SwitchProblem) {
      return try switchboard.change(changes)
    } catch {
      throw Problem(error)
    }
  }
}

/// A daemon that may have ended.
struct WeakDaemon: Sendable {
  private(set) weak var daemon: Daemon?

  init(_ daemon: Daemon) {
    self.daemon = daemon
  }
}

extension Override {
  /// The override that a call asks for.
  init(_ choice: VariantChoice) {
    switch choice.choice {
    case .variant(let variant): self = .variant(variant)
    case .outcome(let outcome): self = .outcome(outcome)
    }
  }
}

extension Problem {
  /// A refused change in the words of the API.
  init(_ problem: SwitchProblem) {
    switch problem {
    case .unknownSelector(let name, let suggestion):
      self.init(404, .unknownRoute, "There is no route or group '\(name)'.\(suggestion)")
    case .unknownVariant(let variant, let selector, let known, let suggestion):
      self.init(
        422, .unknownVariant, "'\(selector)' has no variant '\(variant)'.\(suggestion)",
        members: ["known": .array(known.map { .string($0) })])
    case .outcome(let problem, let selector):
      self.init(
        422, .invalidOutcome,
        "The outcome for '\(selector)' \(problem.message).\(problem.suggestion)")
    }
  }
}
