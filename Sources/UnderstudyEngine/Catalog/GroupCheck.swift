import Understudy

/// Finds what is wrong with the names of groups and of what stands in them.
enum GroupCheck {
  static func problems(of catalog: Catalog) -> [CatalogProblem] {
    var first: [String: SourcePlace] = [:]
    return catalog.groups.flatMap { problems(of: $0, &first) }
  }

  private static func problems(
    of group: RouteGroup, _ first: inout [String: SourcePlace]
  ) -> [CatalogProblem] {
    var problems: [CatalogProblem] = []
    if !RouteID.isWellFormed(group.name) { problems.append(.badGroupName(group.name, group.place)) }
    if let place = first[group.name] {
      problems.append(.duplicateGroup(group.name, first: place, again: group.place))
    }
    first[group.name] = first[group.name] ?? group.place
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
        problems += self.problems(of: inner, &first)
      }
    }
    return problems
  }
}
