/// Routes that share a path, a name and the form of their failures.
///
/// ```swift
/// let users = RouteGroup("users", path: "/users") {
///   Route("users.list", .get, default: .fixture("users/list.json"))
///   Route("users.detail", .get, "/{id}", default: .fixture("users/{id}.json"))
/// }
/// ```
///
/// The group's path is put before its routes'. Groups nest; what stands inside a group has a name
/// that begins with the group's, so that `users.*` means all of it. A nested group without
/// `failures` of its own uses those of the group around it.
public struct RouteGroup: Sendable {
  package var name: String
  package var path: String
  package var rules: RequestRules
  package var requirement: Requirement?
  package var failures: (@Sendable (Failure) -> Outcome)?
  package var members: [RouteGroupMember]
  package var place: SourcePlace

  /// Declares a group.
  ///
  /// - Parameters:
  ///   - name: the first part of its routes' ids.
  ///   - path: what all its routes' paths begin with.
  ///   - query: pairs that all its routes ask for, beside their own.
  ///   - headers: header lines that all its routes ask for, beside their own.
  ///   - requirement: what is asked of a request before a route answers; unmet, it is no miss.
  ///   - otherwise: what is done with a request that does not meet the requirement.
  ///   - failures: makes the outcome of a failing standard variant; RFC 9457 JSON when left out.
  ///   - file: where it is declared, for the messages of a catalog check.
  ///   - line: the line of the declaration.
  ///   - members: its routes and the groups inside it.
  public init(
    _ name: String, path: String = "", query: QueryRules = .none, headers: NamedRules = .none,
    requires requirement: RequestRule? = nil, otherwise: Outcome = .unauthorized,
    failures: (@Sendable (Failure) -> Outcome)? = nil,
    file: String = #fileID, line: Int = #line,
    @RouteGroupBuilder _ members: () -> [RouteGroupMember]
  ) {
    self.name = name
    self.path = path
    rules = RequestRules(query: query, headers: headers)
    self.requirement = requirement.map { Requirement(rule: $0, otherwise: otherwise) }
    self.failures = failures
    self.members = members()
    place = SourcePlace(fileID: file, line: line)
  }
}

/// What may stand inside a ``RouteGroup``.
///
/// Lies apart from the array that it is in: blocks and loops copy it more than once.
public indirect enum RouteGroupMember: Sendable {
  /// A route of the group.
  case route(Route)
  /// A group inside the group.
  case group(RouteGroup)
}

/// Collects the routes and groups inside the braces of a ``RouteGroup``.
@resultBuilder
public enum RouteGroupBuilder {
  /// Takes a route.
  public static func buildExpression(_ route: Route) -> [RouteGroupMember] { [.route(route)] }
  /// Takes a nested group.
  public static func buildExpression(_ group: RouteGroup) -> [RouteGroupMember] { [.group(group)] }
  /// Takes a block of one line, as that of a loop mostly is.
  public static func buildBlock(_ part: [RouteGroupMember]) -> [RouteGroupMember] { part }
  /// Puts the lines of a block together.
  public static func buildBlock(_ parts: [RouteGroupMember]...) -> [RouteGroupMember] {
    parts.flatMap(\.self)
  }
  /// Allows `for` loops.
  public static func buildArray(_ parts: [[RouteGroupMember]]) -> [RouteGroupMember] {
    parts.flatMap(\.self)
  }
  /// Allows `if` without `else`.
  public static func buildOptional(_ part: [RouteGroupMember]?) -> [RouteGroupMember] { part ?? [] }
  /// Allows `if` with `else`: the first branch.
  public static func buildEither(first part: [RouteGroupMember]) -> [RouteGroupMember] { part }
  /// Allows `if` with `else`: the second branch.
  public static func buildEither(second part: [RouteGroupMember]) -> [RouteGroupMember] { part }
}
