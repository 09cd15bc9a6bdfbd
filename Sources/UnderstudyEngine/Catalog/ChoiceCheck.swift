import Understudy

/// Finds what is wrong with the choices that a catalog itself makes: those of scenarios and
/// activations.
struct ChoiceCheck {
  private let names: SelectorNames
  /// The routes that can be read, by their place in the catalog.
  private let entries: [Int: RouteEntry]
  private let fixtures: FixtureStore

  init(_ names: SelectorNames, _ entries: [RouteEntry], _ fixtures: FixtureStore) {
    self.names = names
    self.entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.index, $0) })
    self.fixtures = fixtures
  }

  /// What is wrong with the activations of routes, in the order of the catalog.
  func problems(ofActivations routes: [CatalogRoute]) -> [CatalogProblem] {
    routes.filter { !$0.route.activations.isEmpty }.map(\.route).flatMap { route in
      problems(of: route.activations).map { .choice(.activation(of: route.id), $0, route.place) }
    }
  }

  /// What is wrong with choices that are made together, in the order written.
  func problems(of choices: [(route: RouteID, outcome: Outcome)]) -> [ChoiceProblem] {
    var seen: Set<RouteID> = []
    return choices.flatMap { name, outcome in
      let repeated: [ChoiceProblem] = seen.insert(name).inserted ? [] : [.repeated(name)]
      return repeated + [problem(of: outcome, for: name)].compactMap(\.self)
    }
  }

  private func problem(of outcome: Outcome, for name: RouteID) -> ChoiceProblem? {
    guard let selector = names.find(name.rawValue) else {
      return .unknownRoute(name, suggestion: names.suggestion(for: name.rawValue))
    }
    let reached = names.places(of: selector).compactMap { entries[$0] }
    // Nothing is left where their paths cannot be read, which is a problem of its own.
    guard !reached.isEmpty else { return nil }
    if let variant = outcome.variantAlone {
      if reached.contains(where: { $0.table.has(variant) }) { return nil }
      var isOneRoute = false
      if case .route = selector { isOneRoute = true }
      let known = reached.flatMap { $0.table.names.map(\.rawValue) }
      return .unknownVariant(
        variant, for: name, isOneRoute: isOneRoute,
        suggestion: Spelling.suggestion(for: variant.rawValue, among: known))
    }
    let decision = HeadDecision(entries.values.sorted { $0.index < $1.index })
    for entry in reached {
      guard let problem = decision.problem(of: outcome, for: entry) else { continue }
      return .outcome(problem, for: name, at: name)
    }
    return unfit(outcome, reached).map { .outcome($0.problem, for: name, at: $0.route) }
  }

  /// The problem of the first route, where none of them takes the outcome.
  private func unfit(
    _ outcome: Outcome, _ reached: [RouteEntry]
  ) -> (route: RouteID, problem: OutcomeProblem)? {
    var first: (route: RouteID, problem: OutcomeProblem)?
    for entry in reached {
      guard let problem = RouteOutcomesCheck(entry, fixtures).problem(of: outcome) else {
        return nil
      }
      first = first ?? (entry.id, problem)
    }
    return first
  }
}
