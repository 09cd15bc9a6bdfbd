import Understudy

extension OutcomeCheck {
  /// What is wrong with a fault, and with what lies around it.
  func faultProblems(_ fault: Fault, _ outcome: Outcome) -> [OutcomeProblem] {
    var problems: [OutcomeProblem] = []
    if let after = fault.after, after < 0 { problems.append(.faultPlaceNegative(after)) }
    switch fault {
    case .reset, .emptyReply:
      if outcome.status != nil || !outcome.headers.isEmpty {
        problems.append(.faultWithoutAnswer(fault.name))
      }
    case .redirectLoop:
      if let status = outcome.status, !RedirectLoop.statuses.contains(status) {
        problems.append(.faultWithoutRedirect(status))
      }
    default:
      if fault.needsBody, let status = outcome.status, !Answer(status: status).allowsBody {
        problems.append(.faultWithoutBody(fault.name, status: status))
      }
      do throws(OutcomeProblem) {
        _ = try route.table.recipe(outcome, origin: "outcome")
      } catch {
        problems.append(error)
      }
    }
    return problems
  }
}
