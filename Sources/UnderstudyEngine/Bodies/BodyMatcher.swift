package import Understudy

/// A ``BodyRule``, compiled.
package struct BodyMatcher: Sendable {
  private let form: QueryMatcher?

  /// Compiles a rule; what is wrong with it is found by ``problems(of:_:)``.
  package init(_ rule: BodyRule, fixtures: FixtureStore?) {
    if case .form(let rules) = rule.kind { form = QueryMatcher(rules) } else { form = nil }
  }

  /// What is wrong with a rule: a pattern, a fixture, a name that stands there twice.
  package static func problems(of rule: BodyRule, _ fixtures: FixtureStore?) -> [RuleProblem] { [] }

  /// Whether the body of a request fits.
  package func fits(_ request: ReceivedRequest) -> Bool { differences(request).isEmpty }

  /// In what the body of a request does not fit; empty where it does.
  package func differences(_ request: ReceivedRequest) -> [Difference] {
    form?.differences(pairs: QueryPairs(request.body[...]).pairs, part: .body) ?? []
  }

  /// Whether no body fits both.
  package func excludes(_ other: BodyMatcher) -> Bool {
    guard let form, let otherForm = other.form else { return false }
    return form.excludes(otherForm)
  }
}

/// What is wrong with a rule of a route author's.
package enum RuleProblem: Error, Sendable, Hashable {
  case badPattern(String, reason: String, offset: Int)

  /// What is wrong and what to do, as a sentence without its subject and full stop.
  package var message: String {
    switch self {
    case .badPattern(let pattern, let reason, let offset):
      "has the pattern '\(pattern)', which cannot be compiled: \(reason) (at byte \(offset))"
    }
  }
}
