package import Understudy

/// Whose rule it is that something is wrong with.
package enum RuleOwner: Sendable, Hashable {
  case route(RouteID)
  case group(String)
  case requirement(of: RouteID)
  case groupRequirement(of: String)
  case answer(RouteID, number: Int)
  /// A rule that came over the admin API.
  case verification

  /// The subject of a sentence.
  package var words: String {
    switch self {
    case .route(let id): "Route '\(id)'"
    case .group(let name): "Group '\(name)'"
    case .requirement(let id): "The requirement of route '\(id)'"
    case .groupRequirement(let name): "The requirement of group '\(name)'"
    case .answer(let id, let number): "Answer \(number) of route '\(id)'"
    case .verification: "The verification"
    }
  }
}
