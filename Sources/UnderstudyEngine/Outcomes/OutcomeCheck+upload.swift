import Understudy

extension OutcomeCheck {
  /// What is wrong with what an outcome says of the body of its request, but for what only all routes
  /// together tell: see ``HeadDecision``.
  func uploadProblems(of outcome: Outcome) -> [OutcomeProblem] {
    var problems: [OutcomeProblem] = []
    if case .fixture(_, let ifMissing?) = outcome.action, ifMissing.mentionsUpload {
      problems.append(.uploadTooLate)
    }
    guard let upload = outcome.upload else { return problems }
    if let rate = upload.bytesPerSecond, !Outcome.legalRates.contains(rate) {
      problems.append(.uploadRateOutOfRange(rate))
    }
    switch upload.breaking {
    case .refused(let after, let refusal)?:
      if after < 0 { problems.append(.uploadPlaceNegative(after)) }
      problems += self.problems(of: outcome.passingBraces(to: refusal))
    case .reset(let after)?: if after < 0 { problems.append(.uploadPlaceNegative(after)) }
    case nil: break
    }
    return problems
  }
}
