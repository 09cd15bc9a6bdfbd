import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers held requests as somebody says, as if that had been chosen at the start.
struct Releases: Sendable {
  let sessions: Sessions
  let board: Switchboard
  let held: HeldRequests
  let decodedLimit: Int

  /// Releases one request.
  ///
  /// - Parameters:
  ///   - held: the request.
  ///   - choice: what it is answered with; nil is the default of its route.
  /// - Returns: false where its client has hung up meanwhile, or somebody else has released it.
  /// - Throws: ``Problem`` where its route cannot do that, or would hold it again.
  func release(
    _ held: HeldRequests.Held, with choice: VariantChoice.Choice?
  ) throws(Problem) -> Bool {
    let (exchange, entry) = (held.exchange, held.entry)
    guard let routed = entry.routed, let world = world(of: entry) else { return false }
    let plan = try plan(choice, routed)
    if plan.isHeld {
      let what =
        choice == nil
        ? "The default of route '\(routed.id)' holds its requests: a release needs a variant."
        : "Variant '\(plan.variant)' of route '\(routed.id)' would hold the request again."
      throw Problem(
        422, .invalidOutcome,
        "\(what) Name one that answers, as {\"variant\": \"serverError\"}.")
    }
    guard let target = try? Target(entry.target) else { return false }
    let request = ReceivedRequest(
      method: exchange.method, target: target, prefix: prefix(exchange, entry), head: exchange.head,
      body: exchange.body, isReused: exchange.isReused, decodedLimit: decodedLimit)
    // Whoever takes it out answers it.
    guard self.held.remove(entry) != nil else { return false }
    world.follow(plan, routed.index, request)
    entry.setReleased(.init(routed.route, plan, routed.source))
    let action: Action
    switch plan.perform(request, in: world, networkDelay: world.current.networkDelay) {
    case .action(let made): action = made
    case .miss(let reason):
      action = .reply(
        ProblemReplies(ReplyMaker(addsMarkers: false)).reply(
          Problem(404, .noMatchingRoute, reason)))
    }
    return exchange.release(action)
  }

  private func world(of entry: JournalEntry) -> World? {
    guard let id = entry.book?.sessionID else { return sessions.base }
    return sessions.find(id)?.world
  }

  private func plan(
    _ choice: VariantChoice.Choice?, _ routed: JournalEntry.Routed
  ) throws(Problem) -> Plan {
    switch choice {
    case nil: return board.defaultPlan(of: routed.index)
    case .variant(let name):
      if let plan = board.plan(of: routed.index, variant: name.rawValue) { return plan }
      let known = board.entries[routed.index].table.names.map(\.rawValue)
      throw Problem(
        .unknownVariant(
          name, selector: routed.id.rawValue, known: known,
          suggestion: Spelling.suggestion(for: name.rawValue, among: known)))
    case .outcome(let outcome):
      do throws(OutcomeProblem) {
        return try board.plan(of: routed.index, outcome: outcome)
      } catch {
        throw Problem(.outcome(error, selector: routed.id.rawValue))
      }
    }
  }

  /// What was removed from the path of a request.
  private func prefix(_ exchange: Exchange, _ entry: JournalEntry) -> [UInt8] {
    guard exchange.target.count > entry.target.count, let target = try? Target(exchange.target),
      target.isReserved, let id = entry.session
    else { return [] }
    return Array("\(AdminPath.session)/\(id)".utf8)
  }
}
