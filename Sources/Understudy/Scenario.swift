/// A named set of choices for many routes, such as "logged out".
///
/// ```swift
/// Catalog(
///   users, account, me,
///   scenarios: [
///     Scenario("logged out", ["me.*": .unauthorized]),
///     Scenario("fresh install", from: "logged out", [.usersList: .empty]),
///   ])
/// ```
///
/// A choice is made for a route by its id, for a group (`"items.*"`) or for all routes (`"*"`);
/// the more exact name wins. Its outcome is a variant of the routes (`.empty`,
/// `.variant("flaky")`), or one that is given on the spot (`.json([])`). A choice for many routes
/// passes over those that lack the variant.
///
/// A name that nothing has, a variant that none of the routes has and an outcome that fits none of
/// them are found when a daemon starts or by `understudy check`.
public struct Scenario: Sendable {
  package var name: String
  /// The name of the scenario that it extends.
  package var base: String?
  /// Its own choices, as they were written.
  package var choices: [(route: RouteID, outcome: Outcome)]
  /// What clients meet that speak TLS; nil is what the scenario that it extends says.
  package var tls: TLSProfile?
  package var place: SourcePlace

  /// Declares a scenario.
  ///
  /// - Parameters:
  ///   - name: what it is chosen by; any text.
  ///   - base: the name of the scenario that it extends: all of its choices, and its own on top.
  ///   - choices: what is chosen, by the id of a route, `group.*` or `*`.
  ///   - file: where it is declared, for the messages of a catalog check.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, from base: String? = nil, _ choices: KeyValuePairs<RouteID, Outcome>,
    file: String = #fileID, line: Int = #line
  ) {
    self.name = name
    self.base = base
    self.choices = choices.map { (route: $0.key, outcome: $0.value) }
    place = SourcePlace(fileID: file, line: line)
  }

  /// Has clients that speak TLS meet a profile on every connection that begins.
  ///
  /// ```swift
  /// Scenario("pinning", ["*": .default]).tls(.otherPin)
  /// ```
  ///
  /// A scenario that extends this one inherits it. Without `--tls-port` it means nothing.
  public func tls(_ profile: TLSProfile) -> Scenario {
    var scenario = self
    scenario.tls = profile
    return scenario
  }
}
