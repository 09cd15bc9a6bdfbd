package import Understudy

/// An outcome of a route that goes before its default for some requests.
package struct ConditionalOutcome: Sendable {
  /// For which requests: those that fit for an answer, those that do not for a requirement.
  package let rules: RuleSet
  /// What is done with them.
  package let outcome: Outcome
  /// The name for logs and markers where the outcome is no variant of the route.
  package let name: Variant

  /// The requirements of a route, the outermost group's first: `requirement-1`, and so on.
  static func requirements(
    of route: CatalogRoute, _ fixtures: FixtureStore?
  ) -> [ConditionalOutcome] {
    route.requirements.enumerated().map { offset, requirement in
      ConditionalOutcome(
        rules: RuleSet(requirement.rule.rules, fixtures: fixtures),
        outcome: requirement.otherwise,
        name: Variant(rawValue: "\(requirementPrefix)\(offset + 1)"))
    }
  }

  /// The answers of a route, in the order written: `answer-1`, and so on.
  static func answers(of route: Route, _ fixtures: FixtureStore?) -> [ConditionalOutcome] {
    route.answers.enumerated().map { offset, answer in
      ConditionalOutcome(
        rules: RuleSet(answer.rule.rules, fixtures: fixtures), outcome: answer.outcome,
        name: Variant(rawValue: "\(answerPrefix)\(offset + 1)"))
    }
  }

  /// Whether a name is one of those that conditional outcomes go by.
  static func isName(_ name: Variant) -> Bool {
    [requirementPrefix, answerPrefix].contains { prefix in
      name.rawValue.hasPrefix(prefix) && Int(name.rawValue.dropFirst(prefix.utf8.count)) != nil
    }
  }

  private static let requirementPrefix = "requirement-"
  private static let answerPrefix = "answer-"
}

/// The plans that go before a route's default for some requests.
final class ConditionalPlans: Sendable {
  private let requirements: [(rules: RuleSet, choice: Choice)]
  private let answers: [(rules: RuleSet, choice: Choice)]

  /// Makes the plans; nil where a route has none.
  ///
  /// - Throws: the first problem of an outcome; a ``CatalogReport`` names all of them.
  init?(
    _ entry: RouteEntry, _ fixtures: FixtureStore, _ maker: ReplyMaker
  ) throws(OutcomeProblem) {
    if entry.requirements.isEmpty, entry.answers.isEmpty { return nil }
    var requirements: [(rules: RuleSet, choice: Choice)] = []
    for requirement in entry.requirements {
      let plan = try entry.plan(of: requirement, fixtures, maker)
      requirements.append((requirement.rules, Choice(plan: plan, source: .requirement)))
    }
    var answers: [(rules: RuleSet, choice: Choice)] = []
    for answer in entry.answers {
      let plan = try entry.plan(of: answer, fixtures, maker)
      answers.append((answer.rules, Choice(plan: plan, source: .rule)))
    }
    self.requirements = requirements
    self.answers = answers
  }

  /// Whether the whole body must be kept for one of them.
  var readsBody: Bool {
    (requirements + answers).contains { $0.rules.needsBody || $0.choice.plan.readsBody }
  }

  /// Whether one of them says what happens while the body of a request comes.
  var hasUpload: Bool { (requirements + answers).contains { $0.choice.plan.hasUpload } }

  /// The first requirement that a request does not meet, else the first answer that it fits.
  func choice(for request: ReceivedRequest) -> Choice? {
    requirements.first { !$0.rules.fits(request) }?.choice
      ?? answers.first { $0.rules.fits(request) }?.choice
  }
}
