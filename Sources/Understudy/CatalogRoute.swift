/// A route together with what the groups around it add.
///
/// A class, because the checks, the entry and its variants share it: it holds a great deal.
package final class CatalogRoute: Sendable {
  package let route: Route
  /// The groups around it, outermost first, without their members.
  package let groups: [RouteGroup]
  /// The groups' paths and the route's own, in one.
  package let path: String
  /// What the innermost group that says so makes of failures.
  package let failures: GroupFailures
  /// What the groups and the route ask of a request.
  package let rules: RequestRules

  init(
    route: Route, groups: [RouteGroup], path: String, failures: GroupFailures, rules: RequestRules
  ) {
    self.route = route
    self.groups = groups
    self.path = path
    self.failures = failures
    self.rules = rules
  }

  /// What must be met before the route answers, the outermost group's first.
  package var requirements: [Requirement] {
    var requirements = groups.compactMap { $0.requirement }
    if let own = route.requirement { requirements.append(own) }
    return requirements
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
    var outline = group
    outline.members = []
    let groups = groups + [outline]
    let path = path + group.path
    let rules = rules.merged(with: group.rules)
    let failures = group.failures.map(GroupFailures.init) ?? failures
    var routes: [CatalogRoute] = []
    for member in group.members {
      switch member {
      case .route(let route):
        routes.append(
          CatalogRoute(
            route: route, groups: groups, path: path + route.path,
            failures: failures, rules: rules.merged(with: route.rules)))
      case .group(let inner):
        routes += self.routes(
          of: inner, inside: groups, path: path, rules: rules, failures: failures)
      }
    }
    return routes
  }
}
