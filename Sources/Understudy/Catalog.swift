/// All routes of one daemon, as they were written.
///
/// ```swift
/// public let catalog = Catalog(users, account, items)
/// ```
///
/// A catalog is plain data: making one never fails. What is wrong with it, a duplicate id say, is
/// found when a daemon starts or by `understudy check`, every problem in one run.
public struct Catalog: Sendable {
  /// The groups, in the order given.
  package var groups: [RouteGroup]

  /// Puts groups together.
  public init(_ groups: RouteGroup...) {
    self.init(groups)
  }

  /// Puts groups together that were made in a loop.
  public init(_ groups: [RouteGroup]) {
    self.groups = groups
  }

  /// Every route with what its groups add, in the order written.
  package var routes: [CatalogRoute] {
    groups.flatMap { CatalogRoute.routes(of: $0, inside: [], path: "", failures: nil) }
  }
}
