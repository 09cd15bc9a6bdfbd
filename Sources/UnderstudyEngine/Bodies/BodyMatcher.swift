package import Understudy

/// A ``BodyRule``, compiled.
package struct BodyMatcher: Sendable {
  private let condition: any BodyCondition

  /// Compiles a rule; what is wrong with it is found by ``problems(of:_:)``.
  package init(_ rule: BodyRule, fixtures: FixtureStore?) {
    condition =
      switch rule.kind {
      case .json(let rule): JSONBody(JSONMatcher(rule, isExact: true))
      case .jsonContaining(let rule): JSONBody(JSONMatcher(rule, isExact: false))
      case .jsonFixture(let name): JSONFixtureBody(name, fixtures)
      case .form(let rules): FormBody(QueryMatcher(rules))
      case .multipart(let parts): MultipartBody(parts)
      case .graphQL(let operation, let variables): GraphQLBody(operation, variables)
      case .text(let rule): TextBody(ValueMatcher(rule))
      case .bytes(let bytes): BytesBody(bytes)
      case .bytesFixture(let name): BytesFixtureBody(name, fixtures)
      case .custom(let explanation, let predicate): CustomBody(explanation, predicate)
      case .empty: EmptyBody()
      }
  }

  /// Whether the same body may fit at one time and not at another: by a file or a closure.
  var mayChange: Bool { condition.mayChange }

  /// Whether the body of a request fits; the same as no differences, without making any.
  package func fits(_ request: ReceivedRequest) -> Bool { condition.fits(request) }

  /// In what the body of a request does not fit, up to a number; empty where it does.
  package func differences(_ request: ReceivedRequest) -> [Difference] {
    var list = DifferenceList()
    condition.addDifferences(of: request, to: &list)
    return list.finished
  }

  /// Whether no body fits both; where that is not sure, it says no.
  package func excludes(_ other: BodyMatcher) -> Bool {
    condition.excludes(other.condition) || other.condition.excludes(condition)
  }
}
