/// Who decided on the outcome of a route.
package enum ChoiceSource: String, Sendable, Hashable, CaseIterable {
  case request, network, route, group, all, scenario, requirement, rule, `default`
}

/// What a route answers with, and who decided it.
///
/// A class, because it is looked at for each request: a copy would count what it has.
package final class Choice: Sendable {
  /// What is done.
  package let plan: Plan
  /// Who decided it.
  package let source: ChoiceSource
  /// How it ends by itself; nil where it does not.
  package let lease: ActiveLease?
  /// What goes before it for some requests; nil where nothing does.
  private let conditional: ConditionalPlans?

  init(
    plan: Plan, source: ChoiceSource, lease: ActiveLease? = nil,
    unless conditional: ConditionalPlans? = nil
  ) {
    self.plan = plan
    self.source = source
    self.lease = lease
    self.conditional = conditional
  }

  /// Whether it is the same for every request, and nothing is used up by it.
  var isUnconditional: Bool { lease == nil && conditional == nil }

  /// Whether the whole body must be kept to decide what is done, and to do it.
  package var readsBody: Bool { plan.readsBody || conditional?.readsBody == true }

  /// Whether it may say what happens while the body of a request comes.
  package var hasUpload: Bool { plan.hasUpload || conditional?.hasUpload == true }

  /// What is done with one request: an unmet requirement, then an answer that it fits, go before
  /// the default; whoever chose something else chose it for every request.
  package func decided(for request: ReceivedRequest) -> Choice {
    guard let conditional else { return self }
    return conditional.choice(for: request) ?? self
  }
}
