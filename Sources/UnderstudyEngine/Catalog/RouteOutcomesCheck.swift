import Understudy

/// Finds what is wrong with all the outcomes of one route: its own and those that its groups make.
struct RouteOutcomesCheck {
  private let entry: RouteEntry
  private let fixtures: FixtureStore
  /// For whom the plan of the default is kept; nil where nobody serves.
  private let maker: ReplyMaker?

  init(_ entry: RouteEntry, _ fixtures: FixtureStore, _ maker: ReplyMaker? = nil) {
    self.entry = entry
    self.fixtures = fixtures
    self.maker = maker
  }

  /// Every problem, in the order written, but for failures that have been found sound already.
  func problems(passingOver sound: inout SoundFailures) -> [CatalogProblem] {
    ofVariants(&sound) + ofRequirements + ofAnswers
  }

  /// The first problem of an outcome that is given to the route on the spot.
  func problem(of outcome: Outcome) -> OutcomeProblem? {
    problems(of: outcome) { () throws(OutcomeProblem) in
      try tryOut(entry.table.recipe(outcome, origin: "outcome"))
    }.first
  }

  private func ofVariants(_ sound: inout SoundFailures) -> [CatalogProblem] {
    var problems = entry.writtenVariants.flatMap { ofVariant($0.name, $0.outcome) }
    let known = sound.variants(of: entry.route.failures)
    for standard in entry.inheritedFailures where !known.contains(standard) {
      guard let outcome = entry.route.failures[standard] else { continue }
      let found = ofVariant(standard.name, outcome)
      if found.isEmpty { sound.insert(standard, outcome, of: entry.route.failures) }
      problems += found
    }
    return problems
  }

  private func ofVariant(_ name: Variant, _ outcome: Outcome) -> [CatalogProblem] {
    let found: [OutcomeProblem] =
      if name == .default, let maker {
        problems(of: outcome) { () throws(OutcomeProblem) in
          _ = try entry.plan(for: .default, fixtures, maker)
        }
      } else {
        problems(of: outcome) { () throws(OutcomeProblem) in
          try tryOut(entry.table.recipe(for: name))
        }
      }
    return found.map { .outcome(entry.id, name, $0, entry.route.route.place) }
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
      try tryOut(entry.table.recipe(conditional.outcome, origin: conditional.name))
    }
  }

  /// What is wrong with an outcome as it is written, else with what becomes of it.
  private func problems(
    of outcome: Outcome, _ plan: () throws(OutcomeProblem) -> Void
  ) -> [OutcomeProblem] {
    let problems = OutcomeCheck(entry, fixtures).problems(of: outcome)
    guard problems.isEmpty else { return problems }
    do throws(OutcomeProblem) {
      try plan()
      return []
    } catch {
      return [error]
    }
  }

  /// Makes a plan that nobody performs.
  private func tryOut(_ recipe: Recipe) throws(OutcomeProblem) {
    let builder = PlanBuilder(
      route: entry, bank: .fleeting, fixtures: fixtures, maker: ReplyMaker())
    _ = try builder.plan(recipe, variant: recipe.origin.rawValue)
  }
}

extension RouteEntry {
  /// Its outcomes as they are written: those that its groups make of failures, too.
  var variants: [(name: Variant, outcome: Outcome)] {
    writtenVariants
      + inheritedFailures.compactMap { standard in
        route.failures[standard].map { (standard.name, $0) }
      }
  }

  /// Its default and its own variants.
  var writtenVariants: [(name: Variant, outcome: Outcome)] {
    [(.default, route.route.outcome)] + route.route.variants
  }

  /// The standard variants whose outcomes its groups make of failures.
  var inheritedFailures: [StandardVariant] {
    let route = route.route
    if route.variants.isEmpty, route.dropped.isEmpty { return GroupFailures.variants }
    return GroupFailures.variants.filter { standard in
      table.keeps(standard) && !route.variants.contains { $0.name == standard.name }
    }
  }
}
