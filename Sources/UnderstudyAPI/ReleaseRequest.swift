public import Understudy

/// How held requests shall be answered: without a field, with the default of their route.
///
/// ```json
/// {"variant": "serverError"}
/// {"outcome": {"status": 402}, "route": "users.list"}
/// ```
public struct ReleaseRequest: Sendable {
  /// What answers; nil is the default of the route.
  public var choice: VariantChoice.Choice?
  /// Whose requests are released; nil means all.
  public var route: String?

  /// A release by its parts.
  public init(_ choice: VariantChoice.Choice? = nil, route: String? = nil) {
    self.choice = choice
    self.route = route
  }

  /// Reads the object of a call.
  ///
  /// - Parameters:
  ///   - json: the body.
  ///   - takesRoute: whether the call may name a route; one that releases a single request may not.
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON, takesRoute: Bool) throws(Problem) {
    let reader = try ObjectReader(
      json, known: ["variant", "outcome"] + (takesRoute ? ["route"] : []))
    self.init(try VariantChoice.Choice(reader), route: try reader.givenString("route"))
  }

  /// The object of a call.
  public var json: JSON {
    var members = choice?.members ?? [:]
    if let route { members["route"] = .string(route) }
    return .object(members)
  }
}
