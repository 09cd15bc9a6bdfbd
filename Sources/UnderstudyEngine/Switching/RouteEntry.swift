import Platform
package import Understudy

/// One route while the daemon runs, and what it can do.
package final class RouteEntry: Sendable {
  /// Its place in the catalog.
  package let index: Int
  /// The route with what its groups add.
  package let route: CatalogRoute
  /// Its path.
  package let template: PathTemplate
  /// Its variants.
  package let table: VariantTable
  /// What it asks of a request, its groups' rules too.
  package let rules: RuleSet
  /// What must be met before it answers, the outermost group's first.
  package let requirements: [ConditionalOutcome]
  /// Its further answers; the first that a request fits answers.
  package let answers: [ConditionalOutcome]

  /// The number of `{{counter}}` in its outcomes; no position of theirs, for it has no steps.
  let counter = CellID.make()
  private let cells = CellBank()
  private let plans = Lock([String: Plan]())

  init(
    index: Int, route: CatalogRoute, template: PathTemplate, fixtures: FixtureStore? = nil
  ) {
    self.index = index
    self.route = route
    self.template = template
    table = VariantTable(route)
    rules = RuleSet(route.rules, fixtures: fixtures)
    requirements = ConditionalOutcome.requirements(of: route, fixtures)
    answers = ConditionalOutcome.answers(of: route.route, fixtures)
  }

  /// The positions of its sequences and draws.
  var bank: CellBank.Cells { cells.part() }

  /// Whether it makes choices for others when it answers with its default.
  var activates: Bool { !route.route.activations.isEmpty }

  /// Its id.
  package var id: RouteID { route.route.id }

  /// Whether the whole body must be kept to decide whether it answers, and with what.
  package var needsBody: Bool {
    rules.needsBody || (requirements + answers).contains { $0.rules.needsBody }
  }

  /// The plan of a variant; made when first asked for.
  func plan(
    for variant: Variant, _ fixtures: FixtureStore, _ maker: ReplyMaker
  ) throws(OutcomeProblem) -> Plan {
    if let plan = plans.withLock({ $0[variant.rawValue] }) { return plan }
    let builder = PlanBuilder(route: self, bank: bank, fixtures: fixtures, maker: maker)
    let plan = try builder.plan(table.recipe(for: variant), variant: variant.rawValue)
    return plans.withLock { plans in
      if let first = plans[variant.rawValue] { return first }
      plans[variant.rawValue] = plan
      return plan
    }
  }

  /// The plan of an outcome that goes before the default: the variant's own where it is one.
  func plan(
    of conditional: ConditionalOutcome, _ fixtures: FixtureStore, _ maker: ReplyMaker
  ) throws(OutcomeProblem) -> Plan {
    if let variant = conditional.outcome.variantAlone {
      return try plan(for: variant, fixtures, maker)
    }
    let builder = PlanBuilder(route: self, bank: bank, fixtures: fixtures, maker: maker)
    let recipe = try table.recipe(conditional.outcome, origin: conditional.name)
    return try builder.plan(recipe, variant: conditional.name.rawValue)
  }
}
