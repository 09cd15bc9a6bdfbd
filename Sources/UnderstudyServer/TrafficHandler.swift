import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers what comes to the port of the mocks.
final class TrafficHandler: ExchangeHandler {
  let router: Router
  let sessions: Sessions
  let finder: SessionFinder
  let board: Switchboard
  /// Nil where the admin API has a port of its own.
  private let admin: AdminHandler?
  private let journal: Journal
  private let events: EventLog<Event>
  private let held: HeldRequests
  private let log: RequestLog
  /// How many bytes a compressed body may hold.
  let decodedLimit: Int
  let time: any TimeSource
  let problems: ProblemReplies
  let misses: MissResponder
  /// Whether pages of other origins may read the answers.
  private let answersCORS: Bool

  init(
    _ router: Router, _ sessions: Sessions, _ finder: SessionFinder, _ misses: MissResponder,
    _ problems: ProblemReplies, admin: AdminHandler?,
    journal: Journal, events: EventLog<Event>, held: HeldRequests, log: RequestLog,
    answersCORS: Bool, decodedLimit: Int, time: any TimeSource
  ) {
    self.router = router
    self.sessions = sessions
    self.finder = finder
    board = sessions.base.board
    self.admin = admin
    self.journal = journal
    self.events = events
    self.held = held
    self.log = log
    self.answersCORS = answersCORS
    self.decodedLimit = decodedLimit
    self.time = time
    self.misses = misses
    self.problems = problems
  }

  func respond(to exchange: Exchange) -> Action {
    if let upload = exchange.attachment as? DecidedUpload { return answer(exchange, upload) }
    // Each of an exchange's properties is asked for once: asking is not free.
    let (method, head) = (exchange.method, exchange.head)
    let place: SessionFinder.Place
    do throws(Problem) {
      place = try finder.place(exchange)
    } catch {
      dress(exchange, head)
      return answer(exchange, misplacedFor: error)
    }
    // Before the routes: one that takes every path must not take the way back with it.
    if place.target.isReserved { return answerReserved(exchange, place) }
    dress(exchange, head, place)
    let bodyLength = exchange.bodyLength
    let upload = bodyLength == 0 ? nil : exchange.sink as? Upload
    let request = ReceivedRequest(
      method: method, target: place.target, prefix: place.prefix, head: head,
      body: bodyLength == 0 ? [] : upload?.beginning ?? exchange.body, bodyLength: bodyLength,
      isReused: exchange.isReused, decodedLimit: decodedLimit, tls: exchange.tls)
    return answer(exchange, request, in: place.session)
  }

  /// Answers a request whose target cannot be read, or that names no session, or two.
  private func answer(_ exchange: Exchange, misplacedFor problem: Problem) -> Action {
    guard let target = try? Target(exchange.target) else {
      if Self.isOptions(exchange.method), exchange.target.elementsEqual("*".utf8) {
        return record(exchange, misses.answerServerOptions(exchange), as: .answered)
      }
      return record(exchange, problems.refuse(exchange, problem), as: .refused)
    }
    // A browser asks before it sends the line that names the session.
    let preflight = answersCORS ? Preflight(exchange.method, exchange.head) : nil
    let action =
      preflight.map {
        answer($0, exchange, ReceivedRequest(method: exchange.method, target: target))
      } ?? problems.refuse(exchange, problem)
    // Calls of the admin API are none of the journal's, whatever session they name.
    return target.isAdminCall
      ? action
      : record(
        exchange, action, as: preflight == nil ? .refused : .answered, in: journal.strays,
        target: target.bytes)
  }

  /// Answers a request of a world.
  private func answer(
    _ exchange: Exchange, _ request: ReceivedRequest, in session: Session?
  ) -> Action {
    let world = session?.world ?? sessions.base
    // Until it is on record, nobody can know of it otherwise.
    world.beginDeciding()
    defer { world.endDeciding() }
    let match = router.match(request)
    if Self.isOptions(request.method), answersCORS,
      let preflight = Preflight(request.method, request.head),
      match.map({ board.entries[$0].route.route.method != .options }) ?? true
    {
      return record(
        exchange, answer(preflight, exchange, request), as: .answered, in: world, session,
        request.target.bytes)
    }
    guard let index = match else {
      let action = misses.answer(exchange, request)
      return record(
        exchange, action, as: action.isBare ? .answered : .miss, in: world, session,
        request.target.bytes)
    }
    let entry = board.entries[index]
    var wanted: Plan?
    if let name = request.head.first("Understudy-Variant") {
      let variant = String(decoding: name, as: UTF8.self)
      wanted = board.plan(of: index, variant: variant)
      if wanted == nil {
        return record(
          exchange, problems.refuse(exchange, Self.unknownVariant(variant, entry)),
          as: .route(.init(entry, nil, .request)), in: world, session, request.target.bytes)
      }
    }
    // The choice may have been another one when the body began.
    var isPossible = true
    let decision = world.decide(index, request, at: exchange.receivedAt, wanted: wanted) {
      readsBody in
      isPossible = !readsBody || request.isBodyWhole
      return isPossible
    }
    let disposition = JournalEntry.Disposition.route(.init(entry, decision.plan, decision.source))
    guard isPossible else {
      return record(
        exchange, problems.refuse(exchange, Self.bodyNotKept(decision.plan)), as: disposition,
        in: world, session, request.target.bytes)
    }
    switch decision.plan.perform(
      request, in: world, network: decision.snapshot.network)
    {
    case .action(let action):
      open(
        exchange, as: disposition, in: world.book, session, request.target.bytes,
        revision: decision.snapshot.revision)
      return action
    case .miss(let reason):
      return record(
        exchange, misses.refuse(exchange, reason, prefix: request.prefix), as: .miss, in: world,
        session,
        request.target.bytes)
    }
  }

  /// Takes a long body that nobody needs whole, so that it costs no more than its beginning.
  func sink(for exchange: Exchange) -> (any BodySink)? {
    if let length = exchange.announcedBodyLength, length <= journal.limits.body { return nil }
    if let upload = exchange.attachment as? DecidedUpload {
      return upload.settled.readsBody ? nil : Upload(keeping: journal.limits.body)
    }
    if let place = try? finder.place(exchange) {
      // A long body begins: its session is not idle.
      if let session = place.session { _ = SessionUse(session, time) }
      if place.target.isReserved { return nil }
      let snapshot = (place.session?.world ?? sessions.base).current
      let choices = snapshot.choices
      let failing = snapshot.network.failures?.variant.rawValue
      let variant = exchange.head.first("Understudy-Variant")
      for index in router.routes(at: place.target, method: exchange.method) {
        if board.entries[index].rules.needsBody { return nil }
        let named = variant.flatMap {
          board.plan(of: index, variant: String(decoding: $0, as: UTF8.self))
        }
        if named?.readsBody ?? choices[index].readsBody { return nil }
        if let failing, board.plan(of: index, variant: failing)?.readsBody == true { return nil }
      }
    }
    return Upload(keeping: journal.limits.body)
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    // Calls of the admin API are none of the journal's, and have rules of their own for pages.
    guard let place = place(of: exchange) else { return problems.refuse(refusal, exchange) }
    dress(exchange, exchange.head)
    let reply = problems.refuse(refusal, exchange)
    open(
      exchange, as: .refused, in: place.book, place.session, place.target,
      revision: place.revision, note: (exchange.attachment as? LogNote)?.text)
    return reply
  }

  func refuse(_ refusal: Refusal) -> Reply? { problems.reply(to: refusal) }

  func parked(_ exchange: Exchange, isHeld: Bool) {
    if let upload = exchange.attachment as? DecidedUpload {
      if !upload.isWanted(in: sessions) { exchange.drop() }
      return
    }
    guard let entry = exchange.attachment as? JournalEntry else { return }
    // Its session may have ended while it was on its way here, or its world been reset.
    guard let world = sessions.world(of: entry), !world.isLatecomer(entry) else {
      exchange.drop()
      return
    }
    guard isHeld else { return }
    held.add(exchange, entry, at: time.now)
    events.add(.held(JournalSummary(entry)))
    journal.touch()
  }

  func answering(_ exchange: Exchange) {
    (exchange.attachment as? JournalEntry)?.setAnswering(status: exchange.status)
  }

  func ended(_ exchange: Exchange, _ ending: Ending) {
    let now = time.now
    defer { log.add(exchange, ending) }
    let upload = exchange.attachment as? DecidedUpload
    if let upload {
      open(exchange, upload)
    } else if exchange.attachment == nil {
      // It never came whole, or the library has refused it.
      guard let place = place(of: exchange) else { return }
      open(
        exchange, as: ending == .refused ? .refused : .incomplete, in: place.book, place.session,
        place.target, revision: place.revision)
    }
    guard let entry = exchange.attachment as? JournalEntry else { return }
    // First: whoever learns of its end must not find it held.
    held.remove(entry)
    journal.close(entry, exchange, ending, isDecided: upload != nil, at: now)
    if let id = entry.book?.sessionID { sessions.find(id)?.leave(at: now) }
    events.add(.ended(JournalSummary(entry)))
  }

  // MARK: - The journal

  /// Puts an exchange on record, in its world.
  func open(
    _ exchange: Exchange, as disposition: JournalEntry.Disposition, in book: JournalBook,
    _ session: Session?, _ target: [UInt8], revision: Int, note: String? = nil
  ) {
    session?.enter(at: exchange.receivedAt)
    let entry = journal.open(
      exchange, target: target, as: disposition, in: book, revision: revision, note: note)
    events.add(.began(JournalSummary(entry)))
  }

  /// Puts an exchange on record that is answered without a route's outcome; its note for the log
  /// is the journal's too.
  func record(
    _ exchange: Exchange, _ action: Action, as disposition: JournalEntry.Disposition,
    in world: World, _ session: Session?, _ target: [UInt8]
  ) -> Action {
    let note = exchange.attachment as? LogNote
    open(
      exchange, as: disposition, in: world.book, session, target,
      revision: world.current.revision, note: note?.text)
    return action
  }

  /// The same for one that belongs to the base, or to nobody.
  private func record(
    _ exchange: Exchange, _ action: Action, as disposition: JournalEntry.Disposition,
    in book: JournalBook? = nil, target: [UInt8]? = nil
  ) -> Action {
    let note = exchange.attachment as? LogNote
    let entry = journal.open(
      exchange, target: target ?? exchange.target, as: disposition, in: book ?? journal.base,
      revision: sessions.base.current.revision, note: note?.text)
    events.add(.began(JournalSummary(entry)))
    return action
  }

  /// Where an exchange belongs on record that was not asked for its place yet; nil for a call of the
  /// admin API.
  private func place(
    of exchange: Exchange
  ) -> (book: JournalBook, session: Session?, target: [UInt8], revision: Int)? {
    let revision = sessions.base.current.revision
    guard let target = try? Target(exchange.target) else {
      return (journal.base, nil, exchange.target, revision)
    }
    guard let place = try? finder.place(exchange) else {
      return target.isAdminCall ? nil : (journal.strays, nil, target.bytes, revision)
    }
    if place.target.isAdmin { return nil }
    guard let session = place.session else { return (journal.base, nil, target.bytes, revision) }
    let world = session.world
    return (world.book, session, place.target.bytes, world.current.revision)
  }

  /// Answers a path that no route can have.
  private func answerReserved(_ exchange: Exchange, _ place: SessionFinder.Place) -> Action {
    if place.target.isAdmin, let admin {
      return admin.respond(to: exchange, place.target, place.session)
    }
    dress(exchange, exchange.head)
    let problem =
      place.target.isAdmin
      ? Problem(404, .notFound, "The admin API has a port of its own here (--admin-port).")
      : Problem(
        404, .notFound,
        "A path has one session: below '\(AdminPath.session)/ID' there is no other.")
    return record(
      exchange, problems.refuse(exchange, problem), as: .refused,
      in: place.session?.world ?? sessions.base, place.session, place.target.bytes)
  }

  // MARK: - Answers of other origins and sessions

  /// Lets a page of another origin read whatever the answer will be, and a client that has reached
  /// its session by a path stay there.
  func dress(
    _ exchange: Exchange, _ head: HeadLines, _ place: SessionFinder.Place? = nil
  ) {
    let origin = answersCORS ? CrossOrigin(head) : nil
    let prefix = place?.prefix ?? []
    if prefix.isEmpty {
      if let origin { exchange.dress = { origin.dress($0) } }
      return
    }
    let host = head.first("Host")
    exchange.dress = { reply in
      let reply = reply.keeping(prefix: prefix, host: host)
      return origin?.dress(reply) ?? reply
    }
  }

  /// The answer to a preflight, whatever variant is active.
  private func answer(
    _ preflight: Preflight, _ exchange: Exchange, _ request: ReceivedRequest
  ) -> Action {
    exchange.attachment = LogNote("preflight")
    return .reply(
      problems.reply(
        status: 204, headers: preflight.headers(methods: misses.search.methods(at: request))))
  }

  static func isOptions(_ method: [UInt8]) -> Bool {
    method.count == 7 && method.elementsEqual("OPTIONS".utf8)
  }

  private static func bodyNotKept(_ plan: Plan) -> Problem {
    Problem(
      500, .bodyNotKept,
      "Variant '\(plan.variant)' of route '\(plan.routeID)' needs the request's body, but was "
        + "chosen while the body was being read and not kept. Send the request again.")
  }

  private static func unknownVariant(_ name: String, _ entry: RouteEntry) -> Problem {
    let known = entry.table.names.map(\.rawValue)
    return Problem(
      400, .unknownVariant,
      "Header '\(HeaderName.variant)' asks for '\(name)', which route '\(entry.id)' does not have."
        + Spelling.suggestion(for: name, among: known),
      members: ["known": .array(known.map { .string($0) })])
  }
}

extension Action {
  /// Whether it answers without a body, as OPTIONS is answered.
  fileprivate var isBare: Bool {
    if case .reply(let reply) = self { reply.status == 204 } else { false }
  }
}
