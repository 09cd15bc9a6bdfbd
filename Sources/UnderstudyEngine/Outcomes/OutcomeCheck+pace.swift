import Understudy

extension OutcomeCheck {
  /// What is wrong with the delay of an outcome.
  func delayProblems(of outcome: Outcome) -> [OutcomeProblem] {
    switch outcome.delay {
    case nil: return []
    case .fixed(let delay): return Self.isLegalDelay(delay) ? [] : [.delayOutOfRange]
    case .drawn(.uniform(let least, let most), _):
      guard Self.isLegalDelay(least), Self.isLegalDelay(most) else { return [.delayOutOfRange] }
      return least <= most ? [] : [.delayBackwards]
    case .drawn(.logNormal(let median, let sigma), _):
      return (Self.isLegalDelay(median) ? [] : [.delayOutOfRange])
        + (DelayDistribution.legalSigmas.contains(sigma) ? [] : [.sigmaOutOfRange("\(sigma)")])
    }
  }

  /// What is wrong with the pace of an outcome's body.
  func paceProblems(of outcome: Outcome) -> [OutcomeProblem] {
    guard let pace = outcome.pace else { return [] }
    var problems: [OutcomeProblem] = []
    switch pace {
    case .throttled(let rate):
      if !Outcome.legalRates.contains(rate) { problems.append(.rateOutOfRange(rate)) }
    case .dribbled(let chunks, let duration):
      if !Outcome.legalChunks.contains(chunks) { problems.append(.chunksOutOfRange(chunks)) }
      if duration <= .zero || !Self.isLegalDelay(duration) { problems.append(.dribbleOutOfRange) }
    }
    switch outcome.action {
    case .held, .fault(.malformedChunk): problems.append(.pacesNothing)
    case .fault(let fault) where !fault.needsBody: problems.append(.pacesNothing)
    default: break
    }
    return problems
  }

  /// What is wrong with a stream.
  func streamProblems(_ stream: Outcome.Stream, _ outcome: Outcome) -> [OutcomeProblem] {
    var problems: [OutcomeProblem] = []
    if !Self.isLegalDelay(stream.every) { problems.append(.intervalOutOfRange) }
    if stream.count == 0, !stream.staysOpen { problems.append(.emptyStream) }
    if case .events(let events) = stream.items, !events.allSatisfy(\.isLegal) {
      problems.append(.eventLines)
    }
    if case .dribbled? = outcome.pace { problems.append(.dribblesStream) }
    return problems
      + StreamPlan(stream, outcome.withMarkedHeaders, [], PlaceholderScope(route)).problems
  }
}
