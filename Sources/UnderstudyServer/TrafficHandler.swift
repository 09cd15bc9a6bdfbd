import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers what comes to the port of the mocks.
final class TrafficHandler: ExchangeHandler {
  private let router: Router
  private let switchboard: Switchboard
  /// Nil where the admin API has a port of its own.
  private let admin: AdminHandler?
  private let journal: Journal
  private let events: EventLog<Event>
  private let log: RequestLog
  /// How many bytes a compressed body may hold.
  private let decodedLimit: Int
  private let time: any TimeSource
  private let problems: ProblemReplies
  private let misses: MissResponder
  /// Whether pages of other origins may read the answers.
  private let answersCORS: Bool

  init(
    _ router: Router, _ switchboard: Switchboard, _ misses: MissResponder,
    _ problems: ProblemReplies, admin: AdminHandler?,
    journal: Journal, events: EventLog<Event>, log: RequestLog, answersCORS: Bool,
    decodedLimit: Int, time: any TimeSource
  ) {
    self.router = router
    self.switchboard = switchboard
    self.admin = admin
    self.journal = journal
    self.events = events
    self.log = log
    self.answersCORS = answersCORS
    self.decodedLimit = decodedLimit
    self.time = time
    self.misses = misses
    self.problems = problems
  }

  func respond(to exchange: Exchange) -> Action {
    // Each of an exchange's properties is asked for once: asking is not free.
    let (method, head) = (exchange.method, exchange.head)
    let target: Target
    do throws(TargetProblem) {
      target = try Target(exchange.target)
    } catch {
      dress(exchange, head)
      if Self.isOptions(method), exchange.target.elementsEqual("*".utf8) {
        return record(exchange, misses.answerServerOptions(exchange), as: .answered)
      }
      return record(
        exchange, problems.refuse(exchange, Problem(400, .malformedTarget, error.message)),
        as: .refused)
    }
    // Before the routes: one that takes every path must not take the way back with it.
    if target.isReserved { return answerReserved(exchange, target) }
    dress(exchange, head)
    let bodyLength = exchange.bodyLength
    let upload = bodyLength == 0 ? nil : exchange.sink as? Upload
    let request = ReceivedRequest(
      method: method, target: target, head: head,
      body: bodyLength == 0 ? [] : upload?.beginning ?? exchange.body, bodyLength: bodyLength,
      isReused: exchange.isReused, decodedLimit: decodedLimit)
    let match = router.match(request)
    if Self.isOptions(method), let action = answerPreflight(exchange, request, match) {
      return record(exchange, action, as: .answered)
    }
    guard let index = match else {
      let action = misses.answer(exchange, request)
      return record(exchange, action, as: action.isBare ? .answered : .miss)
    }
    let entry = switchboard.entries[index]
    let snapshot = switchboard.current
    let decided: (plan: Plan, source: ChoiceSource)
    if let name = head.first("Understudy-Variant") {
      let variant = String(decoding: name, as: UTF8.self)
      guard let wanted = switchboard.plan(of: index, variant: variant) else {
        return record(
          exchange, problems.refuse(exchange, Self.unknownVariant(variant, entry)),
          as: .route(.init(entry, nil, .request)))
      }
      decided = (wanted, .request)
    } else {
      let choice = snapshot.choices[index].decided(for: request)
      decided = (choice.plan, choice.source)
    }
    // The choice was another one when the body began.
    if !request.isBodyWhole,
      decided.source == .request
        ? decided.plan.readsBody : snapshot.choices[index].readsBody
    {
      return record(
        exchange, problems.refuse(exchange, Self.bodyNotKept(decided.plan)),
        as: .route(.init(entry, decided.plan, decided.source)))
    }
    switch decided.plan.perform(request, networkDelay: snapshot.networkDelay) {
    case .action(let action):
      let recorded = journal.open(
        exchange,
        as: .route(.init(entry, decided.plan, decided.source)),
        revision: snapshot.revision)
      events.add(.began(JournalSummary(recorded)))
      if action.isHeld { events.add(.held(JournalSummary(recorded))) }
      return action
    case .miss(let reason): return record(exchange, misses.refuse(exchange, reason), as: .miss)
    }
  }

  /// Takes a long body that nobody needs whole, so that it costs no more than its beginning.
  func sink(for exchange: Exchange) -> (any BodySink)? {
    if let length = exchange.announcedBodyLength, length <= journal.limits.body { return nil }
    let snapshot = switchboard.current
    if let target = try? Target(exchange.target) {
      if target.isReserved { return nil }
      let variant = exchange.head.first("Understudy-Variant")
      for index in router.routes(at: target, method: exchange.method) {
        if switchboard.entries[index].rules.needsBody { return nil }
        let named = variant.flatMap {
          switchboard.plan(of: index, variant: String(decoding: $0, as: UTF8.self))
        }
        if named?.readsBody ?? snapshot.choices[index].readsBody { return nil }
      }
    }
    return Upload(keeping: journal.limits.body)
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    // Calls of the admin API are none of the journal's, and have rules of their own for pages.
    if Self.isAdminCall(exchange) { return problems.refuse(refusal, exchange) }
    dress(exchange, exchange.head)
    let reply = problems.refuse(refusal, exchange)
    _ = record(exchange, .reply(reply), as: .refused)
    return reply
  }

  func answering(_ exchange: Exchange) {
    (exchange.attachment as? JournalEntry)?.setAnswering(status: exchange.status)
  }

  func ended(_ exchange: Exchange, _ ending: Ending) {
    let now = time.now
    if exchange.attachment == nil, Self.isAdminCall(exchange) {
      return log.add(exchange, ending)
    }
    if let entry = journal.close(
      exchange, ending, at: now, revision: switchboard.current.revision)
    {
      events.add(.ended(JournalSummary(entry)))
    }
    log.add(exchange, ending)
  }

  /// Puts an exchange on record that is answered without a route's outcome; its note for the log
  /// is the journal's too.
  private func record(
    _ exchange: Exchange, _ action: Action, as disposition: JournalEntry.Disposition
  ) -> Action {
    let note = exchange.attachment as? LogNote
    let entry = journal.open(
      exchange, as: disposition, revision: switchboard.current.revision, note: note?.text)
    events.add(.began(JournalSummary(entry)))
    return action
  }

  private static func isAdminCall(_ exchange: Exchange) -> Bool {
    (try? Target(exchange.target))?.isAdmin == true
  }

  /// Answers a path that no route can have.
  private func answerReserved(_ exchange: Exchange, _ target: Target) -> Action {
    guard target.isAdmin else {
      dress(exchange, exchange.head)
      return record(
        exchange,
        problems.refuse(
          exchange, Problem(404, .unknownSession, "There is no session of that name.")),
        as: .refused)
    }
    if let admin { return admin.respond(to: exchange, target) }
    return record(
      exchange,
      problems.refuse(
        exchange,
        Problem(404, .notFound, "The admin API has a port of its own here (--admin-port).")),
      as: .refused)
  }

  // MARK: - Pages of other origins

  /// Lets a page of another origin read whatever the answer will be.
  private func dress(_ exchange: Exchange, _ head: HeadLines) {
    guard answersCORS, let origin = CrossOrigin(head) else { return }
    exchange.dress = { origin.dress($0) }
  }

  /// Answers a preflight, whatever variant is active; nil where it is none, or where an author's
  /// own OPTIONS route takes it.
  private func answerPreflight(
    _ exchange: Exchange, _ request: ReceivedRequest, _ match: Int?
  ) -> Action? {
    guard answersCORS, let preflight = Preflight(exchange.method, exchange.head) else { return nil }
    if let match, switchboard.entries[match].route.route.method == .options { return nil }
    exchange.attachment = LogNote("preflight")
    return .reply(
      problems.reply(
        status: 204,
        headers: preflight.headers(methods: misses.search.methods(at: request))))
  }

  private static func isOptions(_ method: [UInt8]) -> Bool {
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
  /// Whether somebody must release it.
  fileprivate var isHeld: Bool {
    if case .held = self { true } else { false }
  }

  /// Whether it answers without a body, as OPTIONS is answered.
  fileprivate var isBare: Bool {
    if case .reply(let reply) = self { reply.status == 204 } else { false }
  }
}
