import Platform
import Understudy

/// Which outcome each route has now, and the only place where that changes.
///
/// Readers take the whole snapshot; a change makes a new one and swaps it in one step, so that no
/// request sees half of it, and one that starts after the change has returned sees all of it.
package final class Switchboard: Sendable {
  /// The routes, in the order of the catalog.
  package let entries: [RouteEntry]
  /// What the routes and groups are called where a change is made for them.
  package let names: SelectorNames
  private let fixtures: FixtureStore
  private let maker: ReplyMaker
  private let defaults: [Choice]
  private let snapshot: Lock<Snapshot>
  private let watcher = Lock<(@Sendable (Event.Part, Snapshot) -> Void)?>(nil)
  /// Held while a change is made, so that changes follow one another.
  private let changing = Lock(())

  /// Sets every route to its default.
  ///
  /// - Throws: the first problem of a default outcome; a ``CatalogReport`` names all of them.
  package init(
    _ entries: [RouteEntry], fixtures: FixtureStore, maker: ReplyMaker
  ) throws(OutcomeProblem) {
    self.entries = entries
    self.fixtures = fixtures
    self.maker = maker
    names = SelectorNames(entries.map(\.route))
    var defaults: [Choice] = []
    defaults.reserveCapacity(entries.count)
    for entry in entries {
      defaults.append(
        Choice(
          plan: try entry.plan(for: .default, fixtures, maker), source: .default,
          unless: try ConditionalPlans(entry, fixtures, maker)))
    }
    self.defaults = defaults
    snapshot = Lock(
      Snapshot(revision: 1, choices: defaults, networkDelay: nil, overrides: [:]))
  }

  /// What decides about requests that arrive now.
  package var current: Snapshot { snapshot.withLock { $0 } }

  /// The route of an id.
  package func entry(_ id: String) -> RouteEntry? { names.place(of: id).map { entries[$0] } }

  /// The plan that a request asks for by name; nil where its route lacks the variant.
  package func plan(of route: Int, variant: String) -> Plan? {
    try? entries[route].plan(for: Variant(rawValue: variant), fixtures, maker)
  }

}

// MARK: - Changing

extension Switchboard {
  /// Makes changes in one step, all or none; nil takes an override back.
  @discardableResult
  package func change(
    _ changes: [(selector: Selector, override: Override?)]
  ) throws(SwitchProblem) -> Snapshot {
    try update(.choices) { (snapshot) throws(SwitchProblem) in
      var overrides = snapshot.overrides
      for (selector, override) in changes {
        overrides[selector] = nil
        guard let override else { continue }
        overrides[selector] = try applied(override, to: selector)
      }
      return (overrides, snapshot.networkDelay)
    }
  }

  /// Takes every override back.
  @discardableResult
  package func clear() -> Snapshot {
    update(.choices) { ([:], $0.networkDelay) }
  }

  /// Sets the delay of all answers that set none; nil takes it back.
  @discardableResult
  package func setNetworkDelay(_ delay: Duration?) -> Snapshot {
    update(.network) { ($0.overrides, delay) }
  }

  /// Puts every sequence back to its first step.
  package func resetPositions() {
    reset(choices: false, network: false, positions: true)
  }

  /// Puts parts back to the start, in one step.
  package func reset(choices: Bool, network: Bool, positions: Bool) {
    guard choices || network || positions else { return }
    if positions { for entry in entries { entry.bank.reset() } }
    update(choices ? .choices : network ? .network : .positions) { snapshot in
      let networkDelay = network ? nil : snapshot.networkDelay
      if choices { return ([:], networkDelay) }
      var overrides = snapshot.overrides
      guard positions else { return (overrides, networkDelay) }
      // An outcome that was given on the spot keeps its positions in its plans: make them anew.
      for (selector, old) in overrides {
        if case .outcome = old.override, let new = try? applied(old.override, to: selector) {
          overrides[selector] = new
        }
      }
      return (overrides, networkDelay)
    }
  }

  /// Calls a closure with each change, in order; it must be quick, and may change nothing.
  package func whenChanged(_ tell: @escaping @Sendable (Event.Part, Snapshot) -> Void) {
    watcher.withLock { $0 = tell }
  }

  @discardableResult
  private func update<Failure: Error>(
    _ part: Event.Part,
    _ change: (Snapshot) throws(Failure) -> ([Selector: AppliedOverride], Duration?)
  ) throws(Failure) -> Snapshot {
    try changing.withLock { (_) throws(Failure) in
      let old = current
      let (overrides, networkDelay) = try change(old)
      let new = Snapshot(
        revision: old.revision + 1, choices: choices(overrides), networkDelay: networkDelay,
        overrides: overrides)
      snapshot.withLock { $0 = new }
      watcher.withLock { $0 }?(part, new)
      return new
    }
  }

  /// Puts overrides over the defaults: route over group, the longer name first, over all.
  private func choices(_ overrides: [Selector: AppliedOverride]) -> [Choice] {
    var choices = defaults
    func put(_ selector: Selector, _ source: ChoiceSource) {
      for (place, plan) in overrides[selector]?.plans ?? [:] {
        choices[place] = Choice(plan: plan, source: source)
      }
    }
    put(.all, .all)
    let prefixes = overrides.keys.compactMap { selector in
      if case .prefix(let prefix) = selector { prefix } else { nil }
    }
    for prefix in prefixes.sorted(by: { $0.utf8.count < $1.utf8.count }) {
      put(.prefix(prefix), .group)
    }
    for selector in overrides.keys {
      if case .route = selector { put(selector, .route) }
    }
    return choices
  }

  private func applied(
    _ override: Override, to selector: Selector
  ) throws(SwitchProblem) -> AppliedOverride {
    var plans: [Int: Plan] = [:]
    var problem: OutcomeProblem?
    let reached = names.places(of: selector).map { entries[$0] }
    for entry in reached {
      do throws(OutcomeProblem) {
        plans[entry.index] = try plan(override, entry)
      } catch {
        // A choice for many routes passes over those that lack the variant.
        problem = problem ?? error
      }
    }
    guard let problem, plans.isEmpty else {
      return AppliedOverride(override: override, plans: plans)
    }
    let name = names.name(of: selector)
    guard case .variant(let variant) = override else {
      throw .outcome(problem, selector: name)
    }
    var seen: Set<String> = []
    let known = reached.flatMap { $0.table.names.map(\.rawValue) }
      .filter { seen.insert($0).inserted }
    throw .unknownVariant(
      variant, selector: name, known: known,
      suggestion: Spelling.suggestion(for: variant.rawValue, among: known))
  }

  private func plan(_ override: Override, _ entry: RouteEntry) throws(OutcomeProblem) -> Plan {
    switch override {
    case .variant(let variant): return try entry.plan(for: variant, fixtures, maker)
    case .outcome(let outcome):
      if let problem = OutcomeCheck(entry, fixtures).problems(of: outcome).first { throw problem }
      let builder = PlanBuilder(route: entry, bank: CellBank(), fixtures: fixtures, maker: maker)
      return try builder.plan(entry.table.recipe(outcome, origin: "outcome"), variant: "outcome")
    }
  }
}
