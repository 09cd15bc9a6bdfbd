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
  private let log: RequestLog
  /// How many bytes a compressed body may hold.
  private let decodedLimit: Int
  private let problems: ProblemReplies
  private let misses: MissResponder
  /// Whether pages of other origins may read the answers.
  private let answersCORS: Bool

  init(
    _ router: Router, _ switchboard: Switchboard, _ maker: ReplyMaker, admin: AdminHandler?,
    log: RequestLog, answersCORS: Bool, decodedLimit: Int, time: any TimeSource
  ) {
    self.router = router
    self.switchboard = switchboard
    self.admin = admin
    self.log = log
    self.answersCORS = answersCORS
    self.decodedLimit = decodedLimit
    problems = ProblemReplies(maker)
    misses = MissResponder(
      NearMissSearch(switchboard.entries, router), problems, time: time, linksAdmin: admin != nil)
  }

  func respond(to exchange: Exchange) -> Action {
    let target: Target
    do throws(TargetProblem) {
      target = try Target(exchange.target)
    } catch {
      dress(exchange)
      if isOptions(exchange), exchange.target.elementsEqual("*".utf8) {
        return misses.answerServerOptions(exchange)
      }
      return problems.refuse(exchange, Problem(400, .malformedTarget, error.message))
    }
    // Before the routes: one that takes every path must not take the way back with it.
    if target.isReserved { return answerReserved(exchange, target) }
    dress(exchange)
    let request = ReceivedRequest(
      method: exchange.method, target: target, head: exchange.head, body: exchange.body,
      isReused: exchange.isReused, decodedLimit: decodedLimit)
    let match = router.match(request)
    if isOptions(exchange), let action = answerPreflight(exchange, request, match) {
      return action
    }
    guard let index = match else { return misses.answer(exchange, request) }
    let entry = switchboard.entries[index]
    entry.countHit()
    let snapshot = switchboard.current
    let plan: Plan
    if let name = exchange.head.first("Understudy-Variant") {
      let variant = String(decoding: name, as: UTF8.self)
      guard let wanted = switchboard.plan(of: index, variant: variant) else {
        return problems.refuse(exchange, Self.unknownVariant(variant, entry))
      }
      plan = wanted
    } else {
      plan = snapshot.choices[index].decided(for: request).plan
    }
    exchange.attachment = plan
    switch plan.perform(request, networkDelay: snapshot.networkDelay) {
    case .action(let action): return action
    case .miss(let reason): return misses.refuse(exchange, reason)
    }
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    if !exchange.target.starts(with: AdminPath.root.utf8) { dress(exchange) }
    return problems.refuse(refusal, exchange)
  }

  func ended(_ exchange: Exchange, _ ending: Ending) {
    log.add(exchange, ending)
  }

  /// Answers a path that no route can have.
  private func answerReserved(_ exchange: Exchange, _ target: Target) -> Action {
    guard target.isAdmin else {
      dress(exchange)
      return problems.refuse(
        exchange, Problem(404, .unknownSession, "There is no session of that name."))
    }
    if let admin { return admin.respond(to: exchange, target) }
    return problems.refuse(
      exchange, Problem(404, .notFound, "The admin API has a port of its own here (--admin-port)."))
  }

  // MARK: - Pages of other origins

  /// Lets a page of another origin read whatever the answer will be.
  private func dress(_ exchange: Exchange) {
    guard answersCORS, let origin = CrossOrigin(exchange.head) else { return }
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

  private func isOptions(_ exchange: Exchange) -> Bool {
    exchange.method.count == 7 && exchange.method.elementsEqual("OPTIONS".utf8)
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
