import Understudy

/// Finds the outcomes of a catalog that say what happens while a body comes, in routes that are decided
/// by that body.
struct UploadCheck {
  private let decision: HeadDecision

  init(_ decision: HeadDecision) {
    self.decision = decision
  }

  /// What is wrong with the outcomes of one route, in the order written.
  func problems(of entry: RouteEntry) -> [CatalogProblem] {
    guard entry.mentionsUpload else { return [] }
    let route = entry.route.route
    var problems: [CatalogProblem] = []
    for (name, outcome) in entry.variants {
      guard let problem = decision.problem(of: outcome, for: entry) else { continue }
      problems.append(.outcome(route.id, name, problem, route.place))
    }
    for requirement in entry.requirements {
      guard let problem = decision.problem(of: requirement.outcome, for: entry) else { continue }
      problems.append(.otherwise(route.id, problem, route.place))
    }
    for (offset, answer) in entry.answers.enumerated() {
      guard let problem = decision.problem(of: answer.outcome, for: entry) else { continue }
      problems.append(.answer(route.id, number: offset + 1, problem, route.place))
    }
    return problems
  }
}

extension RouteEntry {
  /// Whether something in it, or what it chooses for others, says what happens while a body comes.
  var mentionsUpload: Bool {
    route.failures.mentionUpload || route.route.outcome.mentionsUpload
      || route.route.variants.contains { $0.outcome.mentionsUpload }
      || (requirements + answers).contains { $0.outcome.mentionsUpload }
      || route.route.activations.contains { $0.outcome.mentionsUpload }
  }
}
