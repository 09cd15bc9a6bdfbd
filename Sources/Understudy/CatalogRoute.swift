/// A route together with what the groups around it add.
package struct CatalogRoute: Sendable {
  package var route: Route
  /// The groups around it, outermost first.
  package var groups: [RouteGroup]
  /// The groups' paths and the route's own, in one.
  package var path: String
  /// What the innermost group that says so makes of failures.
  package var failures: GroupFailures
  /// What the groups and the route ask of a request.
  package var rules: RequestRules

  /// What must be met before the route answers, the outermost group's first.
  package var requirements: [Requirement] {
    (groups.map(\.requirement) + [route.requirement]).compactMap(\.self)
  }

  /// The name of the innermost group.
  package var group: String { groups.last?.name ?? "" }

  /// The body of failures where no group says otherwise (RFC 9457).
  package static func problemDocument(_ failure: Failure) -> Outcome {
    .json([
      "type": "about:blank", "title": .string(failure.message), "status": .int(failure.status),
    ]).header("Content-Type", "application/problem+json")
  }

  static func routes(
    of group: RouteGroup, inside groups: [RouteGroup], path: String,
    rules: RequestRules = RequestRules(), failures: GroupFailures
  ) -> [CatalogRoute] {
    let groups = groups + [group]
    let path = path + group.path
    let rules = rules.merged(with: group.rules)
    let failures = group.failures.map(GroupFailures.init) ?? failures
    return group.members.flatMap { member in
      switch member {
      case .route(let route):
        [
          CatalogRoute(
            route: route, groups: groups, path: path + route.path,
            failures: failures, rules: rules.merged(with: route.rules))
        ]
      case .group(let inner):
        routes(of: inner, inside: groups, path: path, rules: rules, failures: failures)
      }
    }
  }
}
