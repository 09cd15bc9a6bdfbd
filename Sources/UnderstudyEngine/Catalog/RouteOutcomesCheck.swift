import Understudy

/// Finds what is wrong with all the outcomes of one route: its own and those that its groups make.
struct RouteOutcomesCheck {
  private let entry: RouteEntry
  private let fixtures: FixtureStore

  init(_ entry: RouteEntry, _ fixtures: FixtureStore) {
    self.entry = entry
    self.fixtures = fixtures
  }

  /// Every problem, in the order written.
  var problems: [CatalogProblem] { ofVariants + ofRequirements + ofAnswers }

  /// The first problem of an outcome that is given to the route on the spot.
  func problem(of outcome: Outcome) -> OutcomeProblem? {
    problems(of: outcome) { () throws(OutcomeProblem) in
      try entry.table.recipe(outcome, origin: "outcome")
    }.first
  }

  private var ofVariants: [CatalogProblem] {
    let route = entry.route.route
    return entry.variants.flatMap { name, outcome in
      problems(of: outcome) { () throws(OutcomeProblem) in
        try entry.table.recipe(for: name)
      }.map { CatalogProblem.outcome(route.id, name, $0, route.place) }
    }
  }

  private var ofRequirements: [CatalogProblem] {
    entry.requirements.flatMap { requirement in
      problems(of: requirement).map { .otherwise(entry.id, $0, entry.route.route.place) }
    }
  }

  private var ofAnswers: [CatalogProblem] {
    let place = entry.route.route.place
    return entry.answers.enumerated().flatMap { offset, answer -> [CatalogProblem] in
      let useless: [CatalogProblem] =
        entry.rules.excludes(answer.rules)
        ? [.uselessAnswer(entry.id, number: offset + 1, place)] : []
      return useless + problems(of: answer).map { .answer(entry.id, number: offset + 1, $0, place) }
    }
  }

  private func problems(of conditional: ConditionalOutcome) -> [OutcomeProblem] {
    problems(of: conditional.outcome) { () throws(OutcomeProblem) in
      try entry.table.recipe(conditional.outcome, origin: conditional.name)
    }
  }

  /// What is wrong with an outcome as it is written, else with what becomes of it.
  private func problems(
    of outcome: Outcome, _ recipe: () throws(OutcomeProblem) -> Recipe
  ) -> [OutcomeProblem] {
    let problems = OutcomeCheck(entry, fixtures).problems(of: outcome)
    guard problems.isEmpty else { return problems }
    do throws(OutcomeProblem) {
      let builder = PlanBuilder(
        route: entry, bank: .fleeting, fixtures: fixtures, maker: ReplyMaker())
      let recipe = try recipe()
      _ = try builder.plan(recipe, variant: recipe.origin.rawValue)
      return []
    } catch {
      return [error]
    }
  }
}

extension RouteEntry {
  /// Its outcomes as they are written: the default, its own variants, and those that its groups make of
  /// failures.
  var variants: [(name: Variant, outcome: Outcome)] {
    let route = route.route
    var outcomes = [(name: Variant.default, outcome: route.outcome)] + route.variants
    for standard in StandardVariant.allCases {
      guard let failure = standard.failure, table.has(standard.name),
        !route.variants.contains(where: { $0.name == standard.name })
      else { continue }
      outcomes.append((standard.name, self.route.failures(failure)))
    }
    return outcomes
  }
}
