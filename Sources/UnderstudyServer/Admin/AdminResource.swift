import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import Synchronization
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
  /// The query parameters that its GET takes beside those of its reach; see ``AdminParameters``.
  static var parameters: [String] { get }
  /// Whom its calls may be about.
  static var reach: AdminReach { get }
  /// The methods that can wait for what began before them (`?drain=true`): those that change what
  /// requests are answered with.
  static var drainingMethods: [String] { get }
  /// Whose requests such a call waits for.
  static func drained(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminSubject
}

extension AdminResource {
  static var isExempt: Bool { false }
  static var parameters: [String] { [] }
  static var reach: AdminReach { .world }
  static var drainingMethods: [String] { [] }
  static func drained(
    _ call: AdminCall, _ context: AdminContext
  ) throws(Problem) -> AdminSubject { call.subject }

  /// All query parameters that a method takes.
  static func parameters(of method: String) -> [String] {
    (method == "GET" ? parameters : []) + (reach.takesSession ? ["session"] : [])
      + (drainingMethods.contains(method) ? Drain.parameters : [])
  }

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
  let board: Switchboard
  let sessions: Sessions
  let ports: SessionPorts
  /// Which TLS profiles can be chosen.
  let profiles: ProfileRules
  let tlsNames: TLSNames
  let leases: LeaseStreams
  let held: HeldRequests
  let streams: OpenStreams
  let releases: Releases
  let fixtures: FixtureStore
  let journal: Journal
  let watch: JournalWatch
  let events: EventLog<Event>
  /// The daemon's URL.
  let base: BaseURL
  /// How long a reader of events hears nothing.
  let heartbeat: Duration
  /// The routes that almost took a request that none took, as a miss names them.
  let nearest: @Sendable (ReceivedRequest) -> JSON
  let startedAt: Moment
  let startedTime: WallTime
  /// Where the mocks are; known once they are bound.
  let addresses = Lock([Address]())
  /// Where they are with TLS.
  let secureAddresses = Lock([Address]())
  let time: any TimeSource
  let wallTime: @Sendable () -> WallTime
  let daemons = Lock([WeakDaemon]())
  /// Whether another process decides now.
  let isHandedOver = Atomic(false)
  /// How the build of the next version fares; nil where nobody builds.
  let build = Lock<BuildReport?>(nil)
  /// What keeps the daemon from doing all that it was asked to.
  let troubles: Troubles

  init(
    sessions: Sessions, ports: SessionPorts, profiles: ProfileRules,
    tlsNames: TLSNames, leases: LeaseStreams, held: HeldRequests,
    streams: OpenStreams, releases: Releases, fixtures: FixtureStore, journal: Journal,
    watch: JournalWatch,
    events: EventLog<Event>, base: BaseURL, heartbeat: Duration,
    nearest: @escaping @Sendable (ReceivedRequest) -> JSON, troubles: Troubles,
    time: any TimeSource,
    wallTime: @escaping @Sendable () -> WallTime
  ) {
    board = sessions.base.board
    self.sessions = sessions
    self.ports = ports
    self.profiles = profiles
    self.tlsNames = tlsNames
    self.leases = leases
    self.held = held
    self.streams = streams
    self.releases = releases
    self.fixtures = fixtures
    self.journal = journal
    self.watch = watch
    self.events = events
    self.base = base
    self.heartbeat = heartbeat
    self.nearest = nearest
    self.troubles = troubles
    self.time = time
    self.wallTime = wallTime
    startedAt = time.now
    startedTime = wallTime()
  }

  /// The world of a call's subject; of a session that has ended and of all, the base.
  func world(_ call: AdminCall) -> World {
    let world = call.subject.session?.world ?? sessions.base
    // What is over by now is seen to be over.
    world.endLeases(at: time.now)
    return world
  }

  /// What of the journal a call is about.
  func view(_ call: AdminCall) -> JournalView {
    switch call.subject {
    case .base: journal.view(of: journal.base)
    case .session(let session): journal.view(of: session.world.book)
    case .ended(let book): journal.view(of: book)
    case .all: journal.view()
    }
  }

  /// The route of an id.
  ///
  /// - Throws: ``Problem`` with 404 and the closest id.
  func entry(_ id: String) throws(Problem) -> RouteEntry {
    if let entry = board.entry(id) { return entry }
    throw Problem(
      404, .unknownRoute,
      "There is no route '\(id)'.\(Spelling.suggestion(for: id, among: board.names.ids))")
  }

  /// The routes that a name stands for.
  ///
  /// - Throws: ``Problem`` with 404 and the closest name.
  func selector(_ name: String) throws(Problem) -> Selector {
    do throws(SwitchProblem) {
      return try board.names.selector(name)
    } catch {
      throw Problem(error)
    }
  }

  /// The override that a call asks for.
  ///
  /// - Throws: ``Problem`` where its lease names a route that is none.
  func override(_ choice: VariantChoice) throws(Problem) -> Override {
    let what = Override.Choice(choice.choice)
    switch choice.lease {
    case nil: return Override(what)
    case .requests(let count): return Override(what, lease: .requests(count))
    case .seconds(let seconds):
      return Override(what, lease: .until(time.now + .microseconds(Int(seconds * 1_000_000))))
    case .untilRoute(let id): return Override(what, lease: .untilRoute(try entry(id).index))
    }
  }

  /// The overrides that a call asks for.
  ///
  /// - Throws: ``Problem`` where a name is unknown.
  func overrides(
    _ changes: VariantChanges
  ) throws(Problem) -> [(selector: Selector, override: Override?)] {
    var overrides: [(selector: Selector, override: Override?)] = []
    for (name, choice) in changes.changes {
      let override = try choice.map { choice throws(Problem) in try self.override(choice) }
      overrides.append((try selector(name), override))
    }
    return overrides
  }

  /// Makes changes in the world of a call, all or none, and returns what holds with them.
  ///
  /// - Throws: ``Problem`` that says what does not fit.
  func change(
    _ call: AdminCall, _ changes: [(selector: Selector, override: Override?)]
  ) throws(Problem) -> Snapshot {
    do throws(SwitchProblem) {
      return try world(call).change(changes)
    } catch {
      throw Problem(error)
    }
  }

  /// Drops the requests of a world that are delayed, held or paced; no admin calls.
  func dropParked(of world: World) {
    for weak in daemons.withLock({ $0 }) {
      weak.daemon?.dropParked(where: { exchange in
        switch exchange.attachment {
        case let entry as JournalEntry: (entry.book ?? journal.base) === world.book
        case let upload as DecidedUpload: upload.world === world
        default: false
        }
      })
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
    case .unknownScenario(let name, let known, let suggestion):
      self.init(
        422, .unknownScenario, "There is no scenario '\(name)'.\(suggestion)",
        members: ["known": .array(known.map { .string($0) })])
    case .profile(let profile, let scenario, let reason):
      self.init(
        422, .tlsUnavailable,
        "Scenario '\(scenario)' has the TLS profile '\(profile.rawValue)'. \(reason)")
    }
  }
}
