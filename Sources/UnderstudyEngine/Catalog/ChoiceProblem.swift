package import Understudy

/// What is wrong with one choice that a scenario or an activation makes.
package enum ChoiceProblem: Error, Sendable, Hashable {
  /// Two choices for one name.
  case repeated(RouteID)
  /// No route or group has the name.
  case unknownRoute(RouteID, suggestion: String)
  /// The route lacks the variant, or all routes of a group do.
  case unknownVariant(Variant, for: RouteID, isOneRoute: Bool, suggestion: String)
  /// None of the routes takes the outcome; the problem is that of the first.
  case outcome(OutcomeProblem, for: RouteID, at: RouteID)

  /// What is wrong and what to do, as a sentence without its subject and full stop.
  package var message: String {
    switch self {
    case .repeated(let name): "chooses twice for '\(name)'"
    case .unknownRoute(let name, _):
      "chooses for '\(name)', which is neither a route nor a group"
    case .unknownVariant(let variant, let name, let isOneRoute, _):
      "chooses '\(variant)' for '\(name)', "
        + (isOneRoute ? "which has no such variant" : "of which no route has such a variant")
    case .outcome(let problem, let name, let route):
      "chooses for '\(name)' an outcome that "
        + (name == route ? "" : "fits none of its routes: for '\(route)' it ") + problem.message
    }
  }

  /// " Did you mean …?" where there is a close name, else nothing.
  package var suggestion: String {
    switch self {
    case .repeated: ""
    case .unknownRoute(_, let suggestion), .unknownVariant(_, _, _, let suggestion): suggestion
    case .outcome(let problem, _, _): problem.suggestion
    }
  }
}
