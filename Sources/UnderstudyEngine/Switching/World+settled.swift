package import MicroHTTPD

/// What a world answers every request of a route with at the moment.
package struct SettledAnswer: Sendable {
  /// What is done.
  package let action: Action
  /// The plan whose action that is.
  package let plan: Plan
  /// Who decided it.
  package let source: ChoiceSource
  /// How many changes of choices there had been.
  package let revision: Int
}

extension World {
  /// What every request of a route is answered with that asks for no variant itself.
  ///
  /// Most choices are such that neither the request nor what came before has a part in the answer, and
  /// nothing follows from it. For these ``decide(_:_:at:wanted:isLater:isPossible:)`` and
  /// ``Plan/perform(_:in:network:)`` would come to the same, and take four times as long.
  ///
  /// - Parameter route: the place of the route.
  /// - Returns: the answer; nil where it depends on the request, or something is used up by it.
  package func settledAnswer(of route: Int) -> SettledAnswer? {
    let snapshot = current
    guard snapshot.isSteady else { return nil }
    let choice = snapshot.choices[route]
    guard choice.isUnconditional, let action = choice.plan.settledAction else { return nil }
    return SettledAnswer(
      action: action, plan: choice.plan, source: choice.source, revision: snapshot.revision)
  }
}
