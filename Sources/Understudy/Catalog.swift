/// All routes of one daemon, as they were written.
///
/// ```swift
/// public let catalog = Catalog(users, account, items)
/// ```
///
/// ```swift
/// public let catalog = Catalog(
///   users, account, items, scenarios: [Scenario("logged out", ["account.*": .unauthorized])])
/// ```
///
/// A catalog is plain data: making one never fails. What is wrong with it, a duplicate id say, is
/// found when a daemon starts or by `understudy check`, every problem in one run.
public struct Catalog: Sendable {
  /// The groups, in the order given.
  package var groups: [RouteGroup]

  /// The sets of choices that may be made at once, in the order given.
  package var scenarios: [Scenario]

  /// Puts groups together, and the scenarios that choose among their variants.
  public init(_ groups: RouteGroup..., scenarios: [Scenario] = []) {
    self.init(groups, scenarios: scenarios)
  }

  /// Puts groups together that were made in a loop.
  public init(_ groups: [RouteGroup], scenarios: [Scenario] = []) {
    self.groups = groups
    self.scenarios = scenarios
  }

  /// Every route with what its groups add, in the order written.
  package var routes: [CatalogRoute] {
    let failures = GroupFailures(CatalogRoute.problemDocument)
    return groups.flatMap {
      CatalogRoute.routes(of: $0, inside: [], path: "", failures: failures)
    }
  }
}
