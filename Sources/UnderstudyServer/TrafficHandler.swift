import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers what comes to the port of the mocks.
final class TrafficHandler: ExchangeHandler {
  private let router: Router
  private let switchboard: Switchboard
  private let maker: ReplyMaker
  /// Nil where the admin API has a port of its own.
  private let admin: AdminHandler?
  private let log: RequestLog
  private let problems: ProblemReplies

  init(
    _ router: Router, _ switchboard: Switchboard, _ maker: ReplyMaker, admin: AdminHandler?,
    log: RequestLog
  ) {
    self.router = router
    self.switchboard = switchboard
    self.maker = maker
    self.admin = admin
    self.log = log
    problems = ProblemReplies(maker)
  }

  func respond(to exchange: Exchange) -> Action {
    let target: Target
    do throws(TargetProblem) {
      target = try Target(exchange.target)
    } catch {
      return problems.refuse(exchange, Problem(400, .malformedTarget, error.message))
    }
    // Before the routes: one that takes every path must not take the way back with it.
    if target.isReserved { return answerReserved(exchange, target) }
    let request = ReceivedRequest(
      method: exchange.method, target: target, head: exchange.head, body: exchange.body,
      isReused: exchange.isReused)
    guard let index = router.match(request) else {
      return problems.refuse(exchange, MissReport(router, switchboard).problem(exchange, target))
    }
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
    case .miss(let reason): return problems.refuse(exchange, Problem(404, .noMatchingRoute, reason))
    }
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    problems.refuse(refusal, exchange)
  }

  func ended(_ exchange: Exchange, _ ending: Ending) {
    log.add(exchange, ending)
  }

  /// Answers a path that no route can have.
  private func answerReserved(_ exchange: Exchange, _ target: Target) -> Action {
    guard target.isAdmin else {
      return problems.refuse(
        exchange, Problem(404, .unknownSession, "There is no session of that name."))
    }
    if let admin { return admin.respond(to: exchange, target) }
    return problems.refuse(
      exchange, Problem(404, .notFound, "The admin API has a port of its own here (--admin-port)."))
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
