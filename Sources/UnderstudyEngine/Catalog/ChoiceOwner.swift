package import Understudy

/// Whose choice for other routes it is that something is wrong with.
package enum ChoiceOwner: Sendable, Hashable {
  case scenario(String)
  /// What a route brings about when it answers with its default.
  case activation(of: RouteID)

  /// The subject of a sentence.
  var words: String {
    switch self {
    case .scenario(let name): "Scenario '\(name)'"
    case .activation(let id): "The activation of route '\(id)'"
    }
  }
}
