package import Understudy

/// The rules of one route, requirement or verification, compiled.
///
/// ```swift
/// let rules = RuleSet(RequestRules(query: ["page": 1]), fixtures: nil)
/// rules.differences(request)  // [Difference(.query, "page", expected: "1", actual: "2")]
/// ```
package struct RuleSet: Sendable {
  let query: QueryMatcher
  let bodies: [BodyMatcher]

  /// Compiles rules; what is wrong with them is found by a catalog check.
  package init(_ rules: RequestRules, fixtures: FixtureStore? = nil) {
    query = QueryMatcher(rules.query)
    bodies = rules.bodies.map { BodyMatcher($0, fixtures: fixtures) }
  }

  /// How many conditions the rules add to the rank of their route.
  package var conditions: Int { query.conditions + bodies.count }

  /// Whether somebody must keep the whole body to decide.
  package var needsBody: Bool { !bodies.isEmpty }

  /// Whether a request fits; the same as no differences, without making any.
  package func fits(_ request: ReceivedRequest) -> Bool {
    query.fits(request.target) && bodies.allSatisfy { $0.fits(request) }
  }

  /// In what a request does not fit; empty where it does.
  package func differences(_ request: ReceivedRequest) -> [Difference] {
    bodies.flatMap { $0.differences(request) }
  }

  /// Whether no request fits both.
  package func excludes(_ other: RuleSet) -> Bool { query.excludes(other.query) }
}
