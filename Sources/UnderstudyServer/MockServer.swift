public import MicroHTTPD
import Platform
public import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// A running daemon: the routes of a catalog over HTTP, and the admin API.
///
/// ```swift
/// var settings = MockServer.Settings()
/// settings.port = 0
/// let server = try MockServer(catalog: catalog, settings: settings)
/// print(server.url)
/// server.stop()
/// ```
///
/// Everything is read and checked before the first connection is accepted.
public final class MockServer: Sendable {
  /// The base URL of the mocks: without TLS, unless there is nothing else.
  public let url: String
  /// The base URL of the mocks with TLS; nil where it speaks none.
  public let tlsURL: String?
  /// The port of the mocks with TLS; nil where it speaks none.
  public let tlsPort: Int?
  /// The addresses that it listens on for TLS.
  public let tlsAddresses: [Address]
  /// The base URL of the admin API.
  public let adminURL: String
  /// The port of the mocks: without TLS, unless there is nothing else.
  public let port: Int
  /// What somebody who starts the daemon should know, a line each.
  public let notices: [String]
  /// What admin calls must carry; nil where they need nothing.
  public let adminToken: String?
  /// How many routes it serves.
  public let routeCount: Int
  /// The addresses that it listens on.
  public let addresses: [Address]

  let daemon: Daemon
  let adminDaemon: Daemon?
  let sessions: Sessions
  let events: EventLog<Event>
  let context: AdminContext
  let state = Lock<StateKeeper?>(nil)
  let time: any TimeSource
  /// Keeps the base's choices again, after others have had a part in them.
  let resumeState: @Sendable () throws(StateProblem) -> StateKeeper?
  private let log: RequestLog
  private let watch: JournalWatch
  private let grace: Duration

  /// Why a daemon cannot start.
  public enum StartError: Error, Sendable {
    /// The catalog is wrong; all that is wrong with it, as a person reads it.
    case catalog([String])
    /// An address cannot be had.
    case daemon(DaemonError)
    /// The state file cannot be read or written; why, as a person reads it.
    case state(String)
  }

  /// Checks the catalog, binds, and serves.
  ///
  /// - Throws: ``StartError``.
  public init(catalog: Catalog, settings: Settings = Settings()) throws(StartError) {
    var notices: [String] = []
    let troubles = Troubles(time: settings.time)
    let log = RequestLog(
      settings.log, time: settings.time, troubles, sink: Self.sink(settings))
    let budget = MemoryBudget(settings, limit: settings.memory ?? MemoryLimit.current)
    let fixtures = FixtureStore(
      RootedFolder(settings.fixtures), time: settings.time, warn: { log.add(warning: $0) })
    let base = BaseURL()
    let maker = ReplyMaker(
      addsMarkers: settings.addsMarkers,
      surroundings: Surroundings(base: base, wallTime: settings.wallTime))
    let scenarios = catalog.scenarios
    let report = CatalogReport(catalog, fixtures: fixtures, maker: maker)
    guard report.problems.isEmpty else {
      log.stop()
      throw .catalog(report.problems.map(\.description))
    }
    notices += report.warnings

    let switchboard: Switchboard
    do throws(OutcomeProblem) {
      switchboard = try Switchboard(
        report, scenarios: scenarios, fixtures: fixtures, maker: maker)
    } catch {
      throw .catalog(["A default outcome \(error.message)."])
    }
    let token =
      settings.adminToken ?? (settings.isOpenToLAN ? Self.makeToken() : nil)
    var limits = Journal.Limits()
    limits.entries = settings.journalEntries
    limits.bytes = budget.journalSize
    limits.body = settings.journalBody
    let journal = Journal(limits: limits)
    let watch = JournalWatch(journal, time: settings.time)
    let events = EventLog<Event>()
    let ports = SessionPorts(range: settings.sessionPorts)
    let changes = WorldChangeWatcher(events, ports)
    let identities = settings.tlsPort == nil ? nil : settings.identities
    let profiles = ProfileRules(
      identities: identities,
      hasOneDoor: !settings.servesPlain && settings.adminPort == nil)
    // Everything that can be wrong with routes is known: the other one may stop.
    let legacy = settings.inheritance?.legacy.flatMap { $0() }
    var dropped: [SwitchProblem] = []
    let world =
      legacy.map { legacy in
        World(
          switchboard, book: journal.base, legacy.base,
          refusal: { profiles.refusal(ofScenario: $0, switchboard, isBase: true) },
          whenChanged: changes.tell, problems: &dropped)
      } ?? World(switchboard, book: journal.base, whenChanged: changes.tell)
    notices += dropped.map(\.droppedWords)
    let sessions = Sessions(
      world, journal, limit: settings.maxSessions, time: settings.time, wallTime: settings.wallTime)
    changes.watch(sessions)
    // Leases that go on may end by their time.
    if legacy != nil { sessions.look() }
    let warn: @Sendable (StateProblem) -> Void = { log.add(warning: $0.message) }
    let state: StateKeeper?
    do throws(StateProblem) {
      state = try settings.stateFile.flatMap { path throws(StateProblem) in
        try StateKeeper.begin(
          path, sessions.base, profiles, troubles, restores: legacy == nil,
          notice: { problem in
            notices.append(problem.message)
            log.add(warning: problem.message)
          }, warn: warn)
      }
    } catch {
      log.stop()
      throw .state(error.message)
    }
    changes.watch(state)
    resumeState = { [stateFile = settings.stateFile] () throws(StateProblem) in
      guard let stateFile else { return nil }
      let keeper = try StateKeeper.begin(
        stateFile, sessions.base, profiles, troubles, restores: false, notice: warn, warn: warn)
      changes.watch(keeper)
      return keeper
    }
    let router = Router(report.entries)
    let search = NearMissSearch(report.entries, router)
    let problems = ProblemReplies(maker)
    let misses = MissResponder(
      search, problems, redaction: Redaction(settings.redactedHeaders), time: settings.time,
      linksAdmin: settings.adminPort == nil)
    let held = HeldRequests()
    let leases = LeaseStreams()
    let finder = SessionFinder(
      sessions, ports, report.entries, isRequired: settings.requiresSession)
    let tlsNames = TLSNames()
    let context = AdminContext(
      sessions: sessions, ports: ports, profiles: profiles, tlsNames: tlsNames, leases: leases,
      held: held, streams: maker.streams,
      releases: Releases(
        sessions: sessions, board: switchboard, held: held, decodedLimit: budget.maxBody,
        time: settings.time),
      fixtures: fixtures, journal: journal, watch: watch, events: events, base: base,
      heartbeat: settings.heartbeat,
      nearest: { request in
        .array(search.explanation(of: request).nearest.map(\.json))
      }, troubles: troubles,
      time: settings.time, wallTime: settings.wallTime)
    let admin = AdminHandler(
      AdminGuard(
        token: token, hosts: settings.adminHosts, origins: settings.adminOrigins,
        machine: Machine.hostName), context)
    let (taken, lost) = context.take(legacy?.sessions ?? [], whenChanged: changes.tell)
    notices += lost
    let traffic = TrafficHandler(
      router, sessions, finder, misses, problems,
      admin: settings.adminPort == nil ? admin : nil, journal: journal, events: events, held: held,
      log: log, troubles: troubles, answersCORS: settings.answersCORS,
      decodedLimit: budget.maxBody,
      time: settings.time)

    // What a session leaves behind ends with it.
    sessions.whenEnded { session in
      context.dropParked(of: session.world)
      ports.close(session)
      tlsNames.drop(session)
      leases.wake(session)
      events.wakeReaders()
      journal.touch()
    }

    do throws(DaemonError) {
      var configuration = Daemon.Configuration(
        addresses: settings.servesPlain
          ? try Self.addresses(settings, port: settings.port) : [])
      configuration.workers = settings.workers ?? Machine.processorCount
      configuration.maxBody = budget.maxBody
      configuration.maxHold = settings.maxHold
      configuration.idleTimeout = settings.idleTimeout
      configuration.readTimeout = settings.readTimeout
      configuration.time = settings.time
      configuration.handsOver = settings.handsOver
      // The admin's port first: once the mocks answer, everything does.
      if let port = settings.adminPort {
        var own = configuration
        own.addresses = try Self.addresses(settings, port: port)
        own.workers = 1
        own.maxBody = AdminHandler.maxBody
        own.inherited = settings.inheritance?.adminSockets ?? []
        adminDaemon = try Daemon(own, handler: AdminOnlyHandler(admin, finder, log: log, troubles))
      } else {
        adminDaemon = nil
      }
      configuration.maxConnections = budget.maxConnections
      configuration.whenMade = settings.whenMade
      configuration.inherited = settings.inheritance?.sockets ?? []
      configuration.inheritedSecure = settings.inheritance?.secureSockets ?? []
      if let port = settings.tlsPort, let identities {
        configuration.secure = Daemon.Configuration.Secure(
          addresses: try Self.addresses(settings, port: port),
          handler: ServerHandshakes(
            identities, clients: settings.clients, sessions, ports, tlsNames, log: log))
      }
      daemon = try Daemon(configuration, handler: traffic)
    } catch {
      state?.stop()
      log.stop()
      throw .daemon(error)
    }
    tlsPort = daemon.securePort
    tlsAddresses = daemon.secureAddresses
    let tlsURL = daemon.securePort.map { Self.url("https", settings, port: $0) }
    self.tlsURL = tlsURL
    let boundPort = settings.servesPlain ? daemon.port : daemon.securePort ?? 0
    port = boundPort
    addresses = settings.servesPlain ? daemon.addresses : daemon.secureAddresses
    let scheme = settings.servesPlain ? "http" : "https"
    let url = Self.url(scheme, settings, port: boundPort)
    self.url = url
    base.set(url, secure: tlsURL)
    adminURL = adminDaemon.map { Self.url("http", settings, port: $0.port) } ?? url
    adminToken = token
    routeCount = report.entries.count
    grace = settings.grace
    self.log = log
    self.watch = watch
    self.sessions = sessions
    self.context = context
    time = settings.time
    self.state.withLock { $0 = state }
    self.events = events
    context.addresses.withLock { [addresses] in
      $0 = addresses.map { Address(host: $0.host, port: boundPort) }
    }
    context.secureAddresses.withLock { [tlsAddresses, tlsPort] in
      $0 = tlsAddresses.map { Address(host: $0.host, port: tlsPort ?? $0.port) }
    }
    ports.open(on: daemon)
    for (session, legacy) in taken {
      notices += ports.take(session, legacy.sockets, secure: legacy.secureSockets)
    }
    let weak = WeakDaemon(daemon)
    context.daemons.withLock { [adminDaemon] in
      $0 = [weak] + [adminDaemon].compactMap(\.self).map(WeakDaemon.init)
    }
    switchboard.whenUploads { weak.daemon?.prepareForSlowBodies() }

    notices += budget.notices
    notices += daemon.missingAddresses.map { "This machine has no \($0.host): it is left out." }
    if settings.isOpenToLAN {
      notices.append(
        Machine.lanAddress.map { "Other machines reach it at \(scheme)://\($0):\(boundPort)" }
          ?? "No address was found at which other machines could reach it.")
    }
    if let asked = settings.maxConnections, asked > daemon.maxConnections {
      notices.append(
        "\(asked) connections need more descriptors than this process may have (ulimit -n): "
          + "\(daemon.maxConnections) are taken at once.")
    }
    if token == nil, Self.isOpen(daemon.addresses + daemon.secureAddresses) {
      notices.append("Other machines may flip variants; --admin-token asks them for a token.")
    }
    notices += Self.notices(of: scenarios, profiles, switchboard)
    self.notices = notices
  }

  /// Stops: no new connections, what is held is dropped, answers under way may finish.
  public func stop() {
    daemon.stop(grace: grace)
    adminDaemon?.stop(grace: grace)
    watch.stop()
    sessions.stop()
    state.withLock { $0 }?.stop()
    events.stop()
    log.stop()
  }

  /// How many requests are delayed or held.
  public var parkedCount: Int { daemon.parkedCount }
  /// How many requests have begun and not ended.
  public var openExchangeCount: Int { daemon.openExchangeCount }
  /// How many connections wait for their clients in a handshake, or have stalled in it.
  package var waitingHandshakeCount: Int { daemon.handshakeCount }
  /// How many connections are open.
  public var connectionCount: Int { daemon.connectionCount }
  /// How many connections there may be at once.
  public var maxConnections: Int { daemon.maxConnections }

  /// Who takes the lines of the log; nil where that is standard error.
  private static func sink(
    _ settings: Settings
  ) -> (@Sendable ([UInt8]) -> StandardStream.Failure?)? {
    guard let sink = settings.logSink else { return nil }
    return { bytes in
      sink(bytes)
      return nil
    }
  }

  /// A token that nobody guesses, in letters that can be told apart.
  package static func makeToken() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    return String(
      decoding: Machine.randomBytes(24).map { letters[Int($0) % letters.count] }, as: UTF8.self)
  }
}
