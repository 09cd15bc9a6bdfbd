package import Understudy

/// The scenarios of a catalog, each with what it inherits.
///
/// Takes those of an unsound catalog too: of two with one name, the first counts; a base that there
/// is not gives nothing; a circle ends where it would begin anew.
package struct ScenarioTable: Sendable {
  /// The names, in the order of the catalog.
  package let names: [String]
  private let choicesByName: [[UInt8]: [(route: RouteID, outcome: Outcome)]]
  private let profilesByName: [[UInt8]: TLSProfile]

  /// Follows what every scenario extends.
  package init(_ scenarios: [Scenario]) {
    var byName: [[UInt8]: Scenario] = [:]
    var names: [String] = []
    for scenario in scenarios where byName[Array(scenario.name.utf8)] == nil {
      byName[Array(scenario.name.utf8)] = scenario
      names.append(scenario.name)
    }
    self.names = names
    choicesByName = byName.mapValues { Self.choices(of: $0, byName) }
    profilesByName = byName.compactMapValues { scenario in
      Self.lineage(of: scenario, byName).compactMap(\.tls).first
    }
  }

  /// What a scenario chooses: first what it inherits, then its own, each name once.
  ///
  /// - Parameter name: the scenario's name, compared by its bytes.
  /// - Returns: the choices; nil where there is no such scenario.
  package func choices(of name: String) -> [(route: RouteID, outcome: Outcome)]? {
    choicesByName[Array(name.utf8)]
  }

  /// What clients meet that speak TLS, inherited or its own; nil where that is nothing.
  package func tls(of name: String) -> TLSProfile? { profilesByName[Array(name.utf8)] }

  /// A scenario and those that it extends, the closest first.
  private static func lineage(
    of scenario: Scenario, _ byName: [[UInt8]: Scenario]
  ) -> [Scenario] {
    var lineage = [scenario]
    var seen: Set<[UInt8]> = [Array(scenario.name.utf8)]
    while let base = lineage.last?.base, seen.insert(Array(base.utf8)).inserted,
      let next = byName[Array(base.utf8)]
    {
      lineage.append(next)
    }
    return lineage
  }

  private static func choices(
    of scenario: Scenario, _ byName: [[UInt8]: Scenario]
  ) -> [(route: RouteID, outcome: Outcome)] {
    var choices: [(route: RouteID, outcome: Outcome)] = []
    for choice in lineage(of: scenario, byName).reversed().flatMap(\.choices) {
      choices.removeAll { $0.route == choice.route }
      choices.append(choice)
    }
    return choices
  }
}
