package import Platform
import Synchronization
import Understudy

/// What a request is answered with, and who decided that.
package struct Decision: Sendable {
  /// What is done.
  package let plan: Plan
  /// Who decided it.
  package let source: ChoiceSource
  /// What decided.
  package let snapshot: Snapshot
  /// Whether the route answers with its default, from which its activations follow.
  package var activates = false
}

extension World {
  /// Decides what is done with a request, and takes what it uses up: of a lease, and of the
  /// activations that follow from it.
  ///
  /// - Parameters:
  ///   - route: the place of the route that it fits.
  ///   - request: the request.
  ///   - now: the present.
  ///   - wanted: the plan that the request asks for itself, which goes before everything.
  ///   - isLater: whether activations are made later, by ``activate(_:)``, where the request turns out
  ///     to be answered.
  ///   - isPossible: whether a choice can be made for it; where it cannot, nothing is used up.
  /// - Returns: the decision.
  package func decide(
    _ route: Int, _ request: ReceivedRequest, at now: Moment, wanted: Plan? = nil,
    isLater: Bool = false, isPossible: (_ readsBody: Bool) -> Bool = { _ in true }
  ) -> Decision {
    var snapshot = current
    if !snapshot.endingRoutes.isEmpty || snapshot.deadline != nil {
      snapshot = endLeases(calledRoute: route, at: now)
    }
    if let wanted {
      let activates = isPossible(wanted.readsBody) && activates(wanted, route, request)
      if activates, !isLater { activate(route) }
      return Decision(plan: wanted, source: .request, snapshot: snapshot, activates: activates)
    }
    // Such a request never gets as far as to use anything up.
    if let failures = snapshot.network.failures,
      let plan = board.plan(of: route, variant: failures.variant.rawValue),
      failures.fails(request, with: plan, cells)
    {
      _ = isPossible(plan.readsBody)
      return Decision(plan: plan, source: .network, snapshot: snapshot)
    }
    while true {
      let choice = snapshot.choices[route]
      guard isPossible(choice.readsBody) else {
        let decided = choice.decided(for: request)
        return Decision(plan: decided.plan, source: decided.source, snapshot: snapshot)
      }
      if let lease = choice.lease {
        switch lease.take(spends: !choice.plan.isWasted(on: request, cells)) {
        case .granted: break
        case .last: end(lease)
        case .refused:
          // Whoever took the last is about to swap the snapshot.
          snapshot = end(lease)
          continue
        }
      }
      let decided = choice.decided(for: request)
      let activates = activates(decided.plan, route, request)
      if activates, !isLater { activate(route) }
      return Decision(
        plan: decided.plan, source: decided.source, snapshot: snapshot, activates: activates)
    }
  }

  /// Makes the choices that follow where a route answers with its default.
  ///
  /// ``decide(_:_:at:wanted:isLater:isPossible:)`` does so by itself; what is released later does not.
  package func follow(_ plan: Plan, _ route: Int, _ request: ReceivedRequest) {
    if activates(plan, route, request) { activate(route) }
  }

  /// Makes the choices that follow where a route has answered with its default.
  package func activate(_ route: Int) { activate(board.activations(of: board.entries[route])) }

  private func activates(_ plan: Plan, _ route: Int, _ request: ReceivedRequest) -> Bool {
    board.entries[route].activates && plan === board.defaults[route].plan
      && !plan.isWasted(on: request, cells)
  }

  /// Brackets what lies between the routing of a request and its entry in the journal, so that
  /// ``isDeciding`` tells whether a request may still come that saw an older one.
  package func beginDeciding() { decidingCount.add(1, ordering: .sequentiallyConsistent) }
  /// Ends what ``beginDeciding()`` began.
  package func endDeciding() {
    let left = decidingCount.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0 { forgetRetired() }
  }
  /// Whether a request is decided on, and not in the journal yet.
  package var isDeciding: Bool { decidingCount.load(ordering: .sequentiallyConsistent) > 0 }
}
