import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers held requests as somebody says, as if that had been chosen at the start.
///
/// Delays count from the end of a request, so that one that is over is not waited for again;
/// placeholders are filled from the request that came; a sequence takes its next step; and where the
/// default answers, what the route activates is chosen. Who decided on holding it stays its `source`.
struct Releases: Sendable {
  let sessions: Sessions
  let board: Switchboard
  let held: HeldRequests
  let decodedLimit: Int
  let time: any TimeSource

  /// A request that was released.
  struct Released: Sendable {
    /// The request.
    let entry: JournalEntry
    /// Whether a delay is not over by now: its answer comes later.
    let isDelayed: Bool
  }

  /// Requests that can be released as somebody says.
  struct Prepared: Sendable {
    fileprivate let ready: [Ready]
    fileprivate let choice: VariantChoice.Choice?
    /// Whether a closure is asked, which may take its time.
    let asksClosure: Bool
  }

  /// Looks whether requests can be released.
  ///
  /// - Parameters:
  ///   - requests: the requests, in the order of their release.
  ///   - choice: what they are answered with; nil is the default of their route.
  /// - Returns: what ``release(_:)`` takes.
  /// - Throws: ``Problem`` where a route cannot do that, or would hold its request again.
  func prepare(
    _ requests: [HeldRequests.Held], with choice: VariantChoice.Choice?
  ) throws(Problem) -> Prepared {
    var plans: [Int: Plan] = [:]
    var ready: [Ready] = []
    for held in requests {
      // Only a route holds a request, and a session that has ended has dropped its own.
      guard let routed = held.entry.routed, let world = sessions.world(of: held.entry) else {
        continue
      }
      let plan: Plan
      if let known = plans[routed.index] {
        plan = known
      } else {
        plan = try self.plan(choice, routed)
      }
      plans[routed.index] = plan
      if plan.holdsNext(in: world) { throw Self.holdsAgain(choice, routed.id) }
      ready.append(Ready(held: held, routed: routed, plan: plan, world: world))
    }
    return Prepared(
      ready: ready, choice: choice, asksClosure: plans.values.contains(where: \.isComputed))
  }

  /// Releases requests: all of them, or none where one cannot be answered so.
  ///
  /// Those that have ended meanwhile, or that somebody else has released, are left out.
  ///
  /// - Returns: those that were released.
  /// - Throws: ``Problem`` where a closure would hold them again.
  func release(_ prepared: Prepared) throws(Problem) -> [Released] {
    let ready = prepared.ready
    let fates = ready.map(perform)
    // What a closure decides is known only once it has been asked.
    if let index = fates.firstIndex(of: .heldAgain), !fates.contains(where: \.isReleased) {
      throw Self.holdsAgain(prepared.choice, ready[index].routed.id)
    }
    return zip(ready, fates).compactMap { ready, fate in
      guard case .released(let isDelayed) = fate else { return nil }
      return Released(entry: ready.held.entry, isDelayed: isDelayed)
    }
  }

  /// One that can be answered so.
  fileprivate struct Ready: Sendable {
    var held: HeldRequests.Held
    var routed: JournalEntry.Routed
    var plan: Plan
    var world: World
  }

  /// What became of one.
  private enum Fate: Equatable {
    case released(isDelayed: Bool)
    case heldAgain
    /// It has ended, or somebody else has released it.
    case gone

    var isReleased: Bool { if case .released = self { true } else { false } }
  }

  private func perform(_ ready: Ready) -> Fate {
    let (exchange, entry, plan) = (ready.held.exchange, ready.held.entry, ready.plan)
    guard let request = request(ready.held) else { return .gone }
    // Whoever takes it out answers it.
    guard held.remove(entry) != nil else { return .gone }
    ready.world.follow(plan, ready.routed.index, request)
    let action = action(ready, request)
    if action.holds {
      // It comes back to the list by the way by which it came.
      return exchange.release(action) ? .heldAgain : .gone
    }
    entry.setReleased(.init(ready.routed.route, plan, ready.routed.source))
    guard exchange.release(action) else {
      entry.setReleased(nil)
      return .gone
    }
    return .released(isDelayed: action.isDelayed(from: exchange.receivedAt, at: time.now))
  }

  private func action(_ ready: Ready, _ request: ReceivedRequest) -> Action {
    switch ready.plan.perform(
      request, in: ready.world, network: ready.world.current.network)
    {
    case .action(let action): return action
    case .miss(let reason):
      let problems = ProblemReplies(ReplyMaker(addsMarkers: false))
      return .reply(problems.reply(Problem(404, .noMatchingRoute, reason)))
    }
  }

  /// The request as it was when it came.
  private func request(_ held: HeldRequests.Held) -> ReceivedRequest? {
    let (exchange, entry) = (held.exchange, held.entry)
    guard let target = try? Target(entry.target) else { return nil }
    let request = ReceivedRequest(
      method: exchange.method, target: target, prefix: prefix(exchange, entry),
      head: exchange.head, body: (exchange.sink as? Upload)?.beginning ?? exchange.body,
      bodyLength: exchange.bodyLength, isReused: exchange.isReused, decodedLimit: decodedLimit,
      tls: exchange.tls)
    // Whether it holds the request again must be known now.
    request.computesNow = true
    return request
  }

  /// What was removed from the path of a request.
  private func prefix(_ exchange: Exchange, _ entry: JournalEntry) -> [UInt8] {
    guard let id = entry.book?.sessionID, let target = try? Target(exchange.target),
      target.isReserved
    else { return [] }
    return sessions.find(id)?.prefix ?? []
  }
}

// MARK: - What a request is released with

extension Releases {
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

  private static func holdsAgain(
    _ choice: VariantChoice.Choice?, _ route: RouteID
  ) -> Problem {
    let subject =
      switch choice {
      case nil: "The default of route '\(route)'"
      case .variant(let name): "Variant '\(name)' of route '\(route)'"
      case .outcome: "The outcome for route '\(route)'"
      }
    return Problem(
      422, .invalidOutcome,
      "\(subject) would hold the request again: release it with a variant that answers, as "
        + "{\"variant\": \"serverError\"}.")
  }
}

extension Action {
  /// Whether it holds the exchange, at once or after a delay.
  fileprivate var holds: Bool {
    switch self {
    case .held: true
    case .delayed(_, let next): next.holds
    case .reply, .paced, .close, .reset, .computed, .awaited: false
    }
  }

  /// Whether it has to wait for its time.
  fileprivate func isDelayed(from start: Moment, at now: Moment) -> Bool {
    if case .delayed(let delay, _) = self { start + delay > now } else { false }
  }
}
