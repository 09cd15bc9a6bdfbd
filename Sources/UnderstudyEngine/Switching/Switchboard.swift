import Platform
import Synchronization
package import Understudy

/// What can be chosen for the routes of a catalog: their variants, their scenarios, and what else
/// somebody gives on the spot, each made ready to be performed.
///
/// What is chosen is a ``World``'s; all worlds share what this makes.
package final class Switchboard: Sendable {
  /// The routes, in the order of the catalog.
  package let entries: [RouteEntry]
  /// Their names, and those of their groups.
  package let names: SelectorNames
  /// What each route does where nobody chose anything.
  let defaults: [Choice]
  private let declaredScenarios: [Scenario]
  private let scenarios: ScenarioTable
  private let fixtures: FixtureStore
  private let maker: ReplyMaker
  private let decision: HeadDecision
  private let uploads = Atomic<Bool>(false)
  private let uploadWatcher = Lock(Watcher())
  private let appliedScenarios = Lock([[UInt8]: AppliedScenario]())
  /// What each route chooses when it answers with its default, by its place.
  private let activations = Lock([Int: [AppliedOverride]]())

  /// Makes the defaults ready that are not.
  ///
  /// - Throws: the first problem of a default outcome; a ``CatalogReport`` names all of them.
  package init(
    _ report: CatalogReport, scenarios: [Scenario] = [], fixtures: FixtureStore, maker: ReplyMaker
  ) throws(OutcomeProblem) {
    let entries = report.entries
    self.entries = entries
    self.fixtures = fixtures
    self.maker = maker
    decision = HeadDecision(entries)
    declaredScenarios = scenarios
    self.scenarios = ScenarioTable(scenarios)
    names = report.names
    var defaults: [Choice] = []
    defaults.reserveCapacity(entries.count)
    for entry in entries {
      defaults.append(
        Choice(
          plan: try entry.plan(for: .default, fixtures, maker), source: .default,
          unless: try ConditionalPlans(entry, fixtures, maker)))
    }
    self.defaults = defaults
    let isMentioned =
      entries.contains(where: \.mentionsUpload)
      || scenarios.flatMap(\.choices).contains { $0.outcome.mentionsUpload }
    uploads.store(isMentioned, ordering: .relaxed)
  }

  /// The route of an id.
  package func entry(_ id: String) -> RouteEntry? { names.place(of: id).map { entries[$0] } }

  /// The plan of a route's default.
  package func defaultPlan(of route: Int) -> Plan { defaults[route].plan }

  /// The plan of a route's variant; nil where the route lacks it.
  package func plan(of route: Int, variant: String) -> Plan? {
    try? entries[route].plan(for: Variant(rawValue: variant), fixtures, maker)
  }

  /// The plan of an outcome that somebody gives for one request of a route, whose body has come.
  ///
  /// - Throws: ``OutcomeProblem`` where it does not fit the route.
  package func plan(of route: Int, outcome: Outcome) throws(OutcomeProblem) -> Plan {
    if outcome.mentionsUpload { throw .uploadTooLate }
    return try plan(outcome, entries[route], .fleeting)
  }
}

// MARK: - Uploads

extension Switchboard {
  /// Whether any outcome has ever said what happens while the body of a request comes: where none
  /// has, no head need be looked at.
  package var hasUploads: Bool { uploads.load(ordering: .relaxed) }

  /// Names who is told as soon as that is so; at once where it is so already.
  package func whenUploads(_ tell: @escaping @Sendable () -> Void) {
    uploadWatcher.withLock { $0.tell = tell }
    if hasUploads { tell() }
  }

  private func noteUpload() {
    guard !uploads.exchange(true, ordering: .sequentiallyConsistent) else { return }
    uploadWatcher.withLock { $0.tell }?()
  }
}

// MARK: - Overrides

extension Switchboard {
  /// Makes an override ready, with a plan for each route that it reaches.
  ///
  /// - Throws: ``SwitchProblem`` where none of them can do it.
  func apply(_ override: Override, to selector: Selector) throws(SwitchProblem) -> AppliedOverride {
    let reached = names.places(of: selector).map { entries[$0] }
    var plans: [Int: Plan] = [:]
    var problem: OutcomeProblem?
    let bank = override.choice.isOutcome ? CellBank() : nil
    if case .outcome(let outcome) = override.choice {
      // None is passed over: its requests would meet something else than the others do.
      for entry in reached {
        guard let problem = decision.problem(of: outcome, for: entry) else { continue }
        throw .outcome(problem, selector: names.name(of: selector))
      }
    }
    for entry in reached {
      do throws(OutcomeProblem) {
        switch override.choice {
        case .variant(let name): plans[entry.index] = try entry.plan(for: name, fixtures, maker)
        case .outcome(let outcome):
          // Each route that it is given for has positions of its own.
          plans[entry.index] = try plan(outcome, entry, bank?.part(entry.id.rawValue) ?? .fleeting)
        }
      } catch {
        // A choice for many routes passes over those that lack the variant.
        problem = problem ?? error
      }
    }
    guard let problem, plans.isEmpty else {
      return AppliedOverride(
        selector, override.choice, plans: plans, bank: bank,
        lease: override.lease.map(ActiveLease.init))
    }
    guard case .variant(let variant) = override.choice else {
      throw .outcome(problem, selector: names.name(of: selector))
    }
    var seen: Set<String> = []
    let known = reached.flatMap { $0.table.names.map(\.rawValue) }
      .filter { seen.insert($0).inserted }
    throw .unknownVariant(
      variant, selector: names.name(of: selector), known: known,
      suggestion: Spelling.suggestion(for: variant.rawValue, among: known))
  }

  private func plan(
    _ outcome: Outcome, _ entry: RouteEntry, _ bank: CellBank.Cells
  ) throws(OutcomeProblem) -> Plan {
    if let problem = OutcomeCheck(entry, fixtures).problems(of: outcome).first { throw problem }
    if outcome.mentionsUpload { noteUpload() }
    let builder = PlanBuilder(route: entry, bank: bank, fixtures: fixtures, maker: maker)
    return try builder.plan(entry.table.recipe(outcome, origin: "outcome"), variant: "outcome")
  }

  /// What a route chooses for others when it answers with its default; made when first asked for.
  ///
  /// What cannot be made is left out: a ``CatalogReport`` names it at the start.
  func activations(of entry: RouteEntry) -> [AppliedOverride] {
    if let known = activations.withLock({ $0[entry.index] }) { return known }
    let made = applied(entry.route.route.activations)
    return activations.withLock { activations in
      if let first = activations[entry.index] { return first }
      activations[entry.index] = made
      return made
    }
  }

  private func applied(_ choices: [(route: RouteID, outcome: Outcome)]) -> [AppliedOverride] {
    choices.compactMap { name, outcome in
      guard let selector = try? names.selector(name.rawValue) else { return nil }
      return try? apply(Override(.init(outcome)), to: selector)
    }
  }
}

// MARK: - Scenarios

extension Switchboard {
  /// The names of all scenarios, in the order of the catalog.
  package var scenarioNames: [String] { scenarios.names }

  /// The scenario that another extends; nil where it extends none.
  package func base(ofScenario name: String) -> String? {
    declaredScenarios.first { $0.name.utf8.elementsEqual(name.utf8) }?.base
  }

  /// What clients meet in a scenario that speak TLS; nil where that is nothing.
  package func tls(ofScenario name: String) -> TLSProfile? { scenarios.tls(of: name) }

  /// What a scenario chooses, inherited choices first; nil where there is none of the name.
  package func choices(
    ofScenario name: String
  ) -> [(route: RouteID, outcome: Outcome)]? { scenarios.choices(of: name) }

  /// A scenario with its plans; made when first asked for.
  func scenario(_ name: String) throws(SwitchProblem) -> AppliedScenario {
    let key = Array(name.utf8)
    if let known = appliedScenarios.withLock({ $0[key] }) { return known }
    guard let choices = scenarios.choices(of: name) else {
      throw .unknownScenario(
        name, known: scenarios.names,
        suggestion: Spelling.suggestion(for: name, among: scenarios.names))
    }
    let made = AppliedScenario(name, applied(choices), tls: scenarios.tls(of: name))
    return appliedScenarios.withLock { scenarios in
      if let first = scenarios[key] { return first }
      scenarios[key] = made
      return made
    }
  }

  /// What the routes would do that a scenario reaches, with the scenario alone.
  ///
  /// - Throws: ``SwitchProblem`` where there is none of the name.
  package func variants(
    ofScenario name: String
  ) throws(SwitchProblem) -> [(route: Int, variant: String)] {
    var plans: [Int: Plan] = [:]
    for layer in try scenario(name).layers {
      plans.merge(layer.plans) { $1 }
    }
    return plans.sorted { $0.key < $1.key }.map { ($0.key, $0.value.variant) }
  }
}
