import Understudy

/// Finds what is wrong with the scenarios of a catalog.
struct ScenarioCheck {
  private let scenarios: [Scenario]
  private let choices: ChoiceCheck
  /// The first scenario of each name.
  private let byName: [[UInt8]: Scenario]

  init(_ scenarios: [Scenario], _ choices: ChoiceCheck) {
    self.scenarios = scenarios
    self.choices = choices
    byName = Dictionary(scenarios.map { (Array($0.name.utf8), $0) }) { first, _ in first }
  }

  /// Every problem, in the order written; a circle is told once, by the first that is in it.
  var problems: [CatalogProblem] {
    var seen: Set<[UInt8]> = []
    var inCircles: Set<[UInt8]> = []
    return scenarios.flatMap { scenario in
      var problems: [CatalogProblem] = []
      let isFirst = seen.insert(Array(scenario.name.utf8)).inserted
      if scenario.name.isEmpty {
        problems.append(.emptyScenarioName(scenario.place))
      } else if !isFirst, let first = byName[Array(scenario.name.utf8)] {
        problems.append(
          .duplicateScenario(scenario.name, first: first.place, again: scenario.place))
      }
      problems += baseProblems(scenario, &inCircles)
      return problems
        + choices.problems(of: scenario.choices).map {
          .choice(.scenario(scenario.name), $0, scenario.place)
        }
    }
  }

  private func baseProblems(
    _ scenario: Scenario, _ inCircles: inout Set<[UInt8]>
  ) -> [CatalogProblem] {
    guard let base = scenario.base else { return [] }
    guard byName[Array(base.utf8)] != nil else {
      return [
        .unknownBase(
          scenario: scenario.name, base: base,
          suggestion: Spelling.suggestion(for: base, among: scenarios.map(\.name)),
          scenario.place)
      ]
    }
    guard !inCircles.contains(Array(scenario.name.utf8)), let circle = circle(from: scenario) else {
      return []
    }
    inCircles.formUnion(circle.map { Array($0.utf8) })
    return [.circularScenario(scenario.name, through: Array(circle.dropFirst()), scenario.place)]
  }

  /// The names on the way by which a scenario leads back to itself, its own first; nil where it
  /// does not.
  private func circle(from scenario: Scenario) -> [String]? {
    var names = [scenario.name]
    var next = scenario.base
    while let base = next, let found = byName[Array(base.utf8)] {
      if base.utf8.elementsEqual(scenario.name.utf8) { return names }
      // The way leads into a circle that lies behind it.
      if names.contains(where: { $0.utf8.elementsEqual(base.utf8) }) { return nil }
      names.append(base)
      next = found.base
    }
    return nil
  }
}
