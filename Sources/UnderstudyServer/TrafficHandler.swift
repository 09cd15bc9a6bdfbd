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
  let journal: Journal
  let events: EventLog<Event>
  private let held: HeldRequests
  private let log: RequestLog
  private let troubles: Troubles
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
    troubles: Troubles, answersCORS: Bool, decodedLimit: Int, time: any TimeSource
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
    self.troubles = troubles
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
    if let action = answerAtOnce(exchange, method, head, place) { return action }
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
        return record(exchange, misses.answerServerOptions(exchange), as: .answered, base(exchange))
      }
      return record(exchange, problems.refuse(exchange, problem), as: .refused, base(exchange))
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
        exchange, action, as: preflight == nil ? .refused : .answered, stray(target.bytes))
  }

  /// Answers a request of which nothing matters but its path and its method; nil where more does.
  private func answerAtOnce(
    _ exchange: Exchange, _ method: [UInt8], _ head: HeadLines, _ place: SessionFinder.Place
  ) -> Action? {
    guard head.first("Understudy-Variant") == nil, !Self.isOptions(method) else { return nil }
    let world = place.session?.world ?? sessions.base
    world.beginDeciding()
    defer { world.endDeciding() }
    guard let index = router.matchBare(place.target, method),
      let answer = world.settledAnswer(of: index)
    else { return nil }
    open(
      exchange, as: .route(.init(board.entries[index], answer.plan, answer.source)), place.session,
      target: place.target.bytes, in: world.book, revision: answer.revision)
    return answer.action
  }

  /// Answers a request of a world.
  private func answer(
    _ exchange: Exchange, _ request: ReceivedRequest, in session: Session?
  ) -> Action {
    let world = session?.world ?? sessions.base
    // Made where it is needed: the usual answer does without.
    var place: RecordPlace { RecordPlace(session, sessions.base, request.target.bytes) }
    // Until it is on record, nobody can know of it otherwise.
    world.beginDeciding()
    defer { world.endDeciding() }
    let match = router.match(request)
    if Self.isOptions(request.method), answersCORS,
      let preflight = Preflight(request.method, request.head),
      match.map({ board.entries[$0].route.route.method != .options }) ?? true
    {
      return record(exchange, answer(preflight, exchange, request), as: .answered, place)
    }
    guard let index = match else {
      let action = misses.answer(exchange, request)
      return record(exchange, action, as: action.isBare ? .answered : .miss, place)
    }
    let entry = board.entries[index]
    var wanted: Plan?
    if let variant = Self.wantedVariant(request.head) {
      wanted = board.plan(of: index, variant: variant)
      if wanted == nil {
        return record(
          exchange, problems.refuse(exchange, Self.unknownVariant(variant, entry)),
          as: .route(.init(entry, nil, .request)), place)
      }
    }
    // The choice may have been another one when the body began.
    var isPossible = true
    let decision = world.decide(index, request, at: exchange.receivedAt, wanted: wanted) {
      readsBody in
      isPossible = !readsBody || request.isBodyWhole
      return isPossible
    }
    var disposition: JournalEntry.Disposition {
      .route(.init(entry, decision.plan, decision.source))
    }
    guard isPossible else {
      return record(
        exchange, problems.refuse(exchange, Self.bodyNotKept(decision.plan)), as: disposition,
        place)
    }
    switch decision.plan.perform(
      request, in: world, network: decision.snapshot.network)
    {
    case .action(let action):
      open(
        exchange, as: disposition, session, target: request.target.bytes, in: world.book,
        revision: decision.snapshot.revision)
      return action
    case .miss(let reason):
      return record(
        exchange, misses.refuse(exchange, reason, prefix: request.prefix), as: .miss, place)
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
      let variant = Self.wantedVariant(exchange.head)
      for index in router.routes(at: place.target, method: exchange.method) {
        if board.entries[index].rules.needsBody { return nil }
        let named = variant.flatMap { board.plan(of: index, variant: $0) }
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
    open(exchange, as: .refused, place, note: (exchange.attachment as? LogNote)?.text)
    return reply
  }

  func refuse(_ refusal: Refusal) -> Reply? { problems.reply(to: refusal) }

  func ranShort(of shortage: Shortage) { troubles.tell(shortage, log) }

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
    let (entry, isDecided) = entry(of: exchange, ending)
    if let entry {
      // First: whoever learns of its end must not find it held.
      held.remove(entry)
      journal.close(entry, exchange, ending, isDecided: isDecided, at: now)
      if let id = entry.book?.sessionID { sessions.find(id)?.leave(at: now) }
      events.add(.ended(JournalSummary(entry)))
    }
    log.add(exchange, entry, ending, at: now)
  }

  /// What the journal has of an exchange that has ended, and whether it was decided on by its head;
  /// nil for what is none of the journal's.
  private func entry(
    of exchange: Exchange, _ ending: Ending
  ) -> (entry: JournalEntry?, isDecided: Bool) {
    guard let attachment = exchange.attachment else {
      // It never came whole, or the library has refused it.
      guard let place = place(of: exchange) else { return (nil, false) }
      open(exchange, as: ending == .refused ? .refused : .incomplete, place)
      return (exchange.attachment as? JournalEntry, false)
    }
    if let entry = attachment as? JournalEntry { return (entry, false) }
    guard let upload = attachment as? DecidedUpload else { return (nil, false) }
    open(exchange, upload)
    return (exchange.attachment as? JournalEntry, true)
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
      RecordPlace(place.session, sessions.base, place.target.bytes))
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

  /// The variant that a request asks for itself; nil where it names none.
  static func wantedVariant(_ head: HeadLines) -> String? {
    head.first("Understudy-Variant").map { String(decoding: $0, as: UTF8.self) }
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
