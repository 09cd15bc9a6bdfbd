package import Understudy

/// Which routes a choice is made for.
package enum Selector: Sendable, Hashable {
  /// One route, by its place in the catalog.
  case route(Int)
  /// All routes whose ids begin with this text, `items.` for `items.*`.
  case prefix(String)
  /// All routes.
  case all
}

/// A choice that was made at run time.
package enum Override: Sendable {
  /// A variant of each route that has it.
  case variant(Variant)
  /// An outcome that was given on the spot.
  case outcome(Outcome)
}

/// Everything that decides about outcomes at one moment; never changed, only replaced.
package final class Snapshot: Sendable {
  /// Counts the changes since the start.
  package let revision: Int
  /// The choice of each route, by its place in the catalog.
  package let choices: [Choice]
  /// The delay of all answers that set none; nil where there is none.
  package let networkDelay: Duration?

  let overrides: [Selector: AppliedOverride]

  init(
    revision: Int, choices: [Choice], networkDelay: Duration?,
    overrides: [Selector: AppliedOverride]
  ) {
    self.revision = revision
    self.choices = choices
    self.networkDelay = networkDelay
    self.overrides = overrides
  }
}

/// An override with its plan for each route that it reaches.
struct AppliedOverride: Sendable {
  var override: Override
  var plans: [Int: Plan]
}

/// Why a change was refused; nothing of it was made.
package enum SwitchProblem: Error, Sendable {
  /// No route or group has the name.
  case unknownSelector(String, suggestion: String)
  /// The routes lack the variant; `known` are the names that they have.
  case unknownVariant(Variant, selector: String, known: [String], suggestion: String)
  /// The outcome does not fit the routes.
  case outcome(OutcomeProblem, selector: String)
}
