import Understudy

/// Finds what is wrong with the names and rules of groups, and with the names of what is in them.
enum GroupCheck {
  static func problems(of catalog: Catalog, _ fixtures: FixtureStore?) -> [CatalogProblem] {
    var first: [String: SourcePlace] = [:]
    return catalog.groups.flatMap { problems(of: $0, inside: [], &first, fixtures) }
  }

  private static func problems(
    of group: RouteGroup, inside outer: [RequestRules], _ first: inout [String: SourcePlace],
    _ fixtures: FixtureStore?
  ) -> [CatalogProblem] {
    var problems: [CatalogProblem] = []
    if !RouteID.isWellFormed(group.name) { problems.append(.badGroupName(group.name, group.place)) }
    if let place = first[group.name] {
      problems.append(.duplicateGroup(group.name, first: place, again: group.place))
    }
    first[group.name] = first[group.name] ?? group.place
    problems += ruleProblems(of: group, inside: outer, fixtures)
    for member in group.members {
      switch member {
      case .route(let route):
        if !route.id.rawValue.hasPrefix("\(group.name).") {
          problems.append(
            .outsideGroup(name: route.id.rawValue, group: group.name, route.place))
        }
      case .group(let inner):
        if !inner.name.hasPrefix("\(group.name).") {
          problems.append(.outsideGroup(name: inner.name, group: group.name, inner.place))
        }
        problems += self.problems(
          of: inner, inside: outer + [group.rules], &first, fixtures)
      }
    }
    return problems
  }

  private static func ruleProblems(
    of group: RouteGroup, inside outer: [RequestRules], _ fixtures: FixtureStore?
  ) -> [CatalogProblem] {
    var problems = RuleCheck.problems(of: group.rules, .group(group.name), fixtures, group.place)
    problems += RuleCheck.repeated(group.rules, inside: outer)
      .map { .rule(.group(group.name), $0, group.place) }
    if let requirement = group.requirement {
      problems += RuleCheck.problems(
        of: requirement.rule.rules, .groupRequirement(of: group.name), fixtures, group.place)
    }
    return problems
  }
}
