public import Understudy
public import UnderstudyAPI

extension MockControl {
  /// The requests that wait for their release, the oldest first.
  ///
  /// - Parameter route: only those of this route; nil is all.
  /// - Returns: the requests.
  /// - Throws: ``MockError``.
  public func held(_ route: RouteID? = nil) async throws -> [HeldDescription] {
    try await heldRequests(route, count: 1, wait: .zero)
  }

  /// Waits until so many requests are held.
  ///
  /// ```swift
  /// try await session.activate(.timeout, for: .usersDetail)
  /// …
  /// let both = try await session.held(.usersDetail, count: 2, within: .seconds(5))
  /// try await session.release(both[1])
  /// ```
  ///
  /// - Parameters:
  ///   - route: only those of this route; nil is all.
  ///   - count: how many.
  ///   - limit: how long it may take.
  /// - Returns: the requests that are held, the oldest first.
  /// - Throws: ``VerificationFailure`` where there are fewer; ``MockError``.
  @discardableResult
  public func held(
    _ route: RouteID? = nil, count: Int, within limit: Duration
  ) async throws -> [HeldDescription] {
    let held = try await heldRequests(route, count: count, wait: limit)
    guard held.count < count else { return held }
    let noun = count == 1 ? "held request" : "held requests"
    let place = route.map { " for route '\($0)'" } ?? ""
    throw VerificationFailure(
      "Expected \(count) \(noun)\(place), but \(held.count == 1 ? "1 is" : "\(held.count) are") "
        + "held after \(MockError.words(limit)).",
      count: held.count, seen: held.map(\.request))
  }

  private func heldRequests(
    _ route: RouteID?, count: Int, wait: Duration
  ) async throws -> [HeldDescription] {
    var query = [(name: "count", value: "\(count)")]
    if let route { query.append(("route", route.rawValue)) }
    if wait > .zero { query.append(("waitSeconds", "\(wait / .seconds(1))")) }
    let answer = try await connection.call("GET", AdminPath.held, query: query, waiting: wait)
    return try await connection.list("held", in: answer, HeldDescription.init(json:))
  }
}
