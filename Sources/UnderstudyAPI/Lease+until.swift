public import Understudy

extension Lease {
  /// With the first request that a route takes.
  ///
  /// ```swift
  /// try await session.activate(.unauthorized, for: "me.*", lease: .until(.accountRefresh))
  /// ```
  public static func until(_ route: RouteID) -> Lease { .untilRoute(route.rawValue) }
}
