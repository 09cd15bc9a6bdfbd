public import Understudy
public import UnderstudyAPI

extension MockControl {
  /// Has routes answer with a variant.
  ///
  /// ```swift
  /// try await session.activate(.serverError, for: .usersList)
  /// try await session.activate(.unauthorized, for: "me.*", lease: .requests(1))
  /// try await session.activate(.offline, for: "*", drain: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - variant: the variant.
  ///   - route: the id of a route, `group.*`, or `*` for all; those that lack the variant are passed
  ///     over, where many are named by one.
  ///   - others: further ones, in the same step.
  ///   - lease: when it ends by itself; nil is never.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func activate(
    _ variant: Variant, for route: RouteID, _ others: RouteID..., lease: Lease? = nil,
    drain limit: Duration? = nil
  ) async throws {
    try await choose([route] + others, .variant(variant, lease: lease), drain: limit)
  }

  /// Makes several choices in one step, all or none, with the keys and outcomes of a `Scenario`.
  ///
  /// ```swift
  /// try await session.activate([.usersList: .empty, "items.*": .serverError, "*": .status(402)])
  /// ```
  ///
  /// - Parameters:
  ///   - choices: what is chosen, by the id of a route, `group.*` or `*`.
  ///   - lease: when each ends by itself; nil is never.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func activate(
    _ choices: KeyValuePairs<RouteID, Outcome>, lease: Lease? = nil, drain limit: Duration? = nil
  ) async throws {
    try await change(
      "PATCH", AdminPath.variants, VariantChanges(choices, lease: lease).json, drain: limit)
  }

  /// Has routes answer with an outcome that is given on the spot.
  ///
  /// ```swift
  /// try await session.answer(.usersList, with: .json([]).status(206))
  /// ```
  ///
  /// - Parameters:
  ///   - route: the id of a route, `group.*`, or `*` for all.
  ///   - others: further ones, in the same step.
  ///   - outcome: the outcome; `.dynamic` is code and cannot be sent.
  ///   - lease: when it ends by itself; nil is never.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func answer(
    _ route: RouteID, _ others: RouteID..., with outcome: Outcome, lease: Lease? = nil,
    drain limit: Duration? = nil
  ) async throws {
    let choice = VariantChoice(try VariantChoice.Choice(sending: outcome), lease: lease)
    try await choose([route] + others, choice, drain: limit)
  }

  /// Takes back what was chosen for routes: what lies below comes back.
  ///
  /// - Parameters:
  ///   - route: the id of a route, `group.*` or `*`, as it was chosen for.
  ///   - others: further ones, in the same step.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func restore(
    _ route: RouteID, _ others: RouteID..., drain limit: Duration? = nil
  ) async throws {
    try await choose([route] + others, nil, drain: limit)
  }

  /// Takes back every choice, but for the scenario.
  ///
  /// - Parameter limit: how long to wait until all requests have ended that began before; nil does
  ///   not wait.
  /// - Throws: ``MockError``.
  public func restoreAll(drain limit: Duration? = nil) async throws {
    try await change("DELETE", AdminPath.variants, drain: limit)
  }

  /// All that is chosen: the scenario, and what lies over it.
  ///
  /// Outcomes that only code can say are left out.
  ///
  /// - Throws: ``MockError``.
  public func choices() async throws -> JSON {
    try await connection.call("GET", AdminPath.variants)
  }

  private func choose(
    _ routes: [RouteID], _ choice: VariantChoice?, drain limit: Duration?
  ) async throws {
    let changes = VariantChanges(routes.map { (name: $0.rawValue, choice: choice) })
    try await change("PATCH", AdminPath.variants, changes.json, drain: limit)
  }
}

extension VariantChanges {
  /// Choices as scenarios write them.
  ///
  /// - Throws: ``MockError`` where an outcome cannot be sent.
  init(_ choices: KeyValuePairs<RouteID, Outcome>, lease: Lease? = nil) throws {
    self.init(
      try choices.map { route, outcome in
        let choice = VariantChoice(try VariantChoice.Choice(sending: outcome), lease: lease)
        return (name: route.rawValue, choice: choice)
      })
  }
}

extension VariantChoice.Choice {
  /// An outcome as a call carries it: a variant by its name.
  ///
  /// - Throws: ``MockError`` where it is code.
  init(sending outcome: Outcome) throws {
    if let variant = outcome.variantAlone {
      self = .variant(variant)
      return
    }
    guard outcome.json != nil else { throw MockError.unsendable("The outcome") }
    self = .outcome(outcome)
  }
}
