package import Platform
package import Understudy

/// Which routes a choice is made for.
package enum Selector: Sendable, Hashable {
  /// One route, by its place in the catalog.
  case route(Int)
  /// All routes whose ids begin with this text, `items.` for `items.*`.
  case prefix(String)
  /// All routes.
  case all

  /// Who decides where such a choice does.
  var source: ChoiceSource {
    switch self {
    case .route: .route
    case .prefix: .group
    case .all: .all
    }
  }

  /// Whether a choice for these routes lies over one for the others: one route over a group, the
  /// longer name over the shorter, a group over all.
  func lies(over other: Selector) -> Bool { rank > other.rank }

  private var rank: Int {
    switch self {
    case .route: .max
    case .prefix(let text): text.utf8.count
    case .all: -1
    }
  }
}

/// A choice that is made at run time.
package struct Override: Sendable {
  /// What is chosen.
  package var choice: Choice
  /// How it ends by itself; nil where it does not.
  package var lease: LeaseTerm?

  /// What can be chosen.
  package enum Choice: Sendable {
    /// A variant of each route that has it.
    case variant(Variant)
    /// An outcome that was given on the spot.
    case outcome(Outcome)

    var isOutcome: Bool { if case .outcome = self { true } else { false } }

    /// An outcome; one that is nothing but a variant is that variant.
    package init(_ outcome: Outcome) {
      self = outcome.variantAlone.map { .variant($0) } ?? .outcome(outcome)
    }
  }

  /// A choice by its parts.
  package init(_ choice: Choice, lease: LeaseTerm? = nil) {
    self.choice = choice
    self.lease = lease
  }

  /// A variant, for good.
  package static func variant(_ name: Variant) -> Override { Override(.variant(name)) }
  /// An outcome, for good.
  package static func outcome(_ outcome: Outcome) -> Override { Override(.outcome(outcome)) }
}

/// How an override ends by itself.
package enum LeaseTerm: Sendable, Hashable {
  /// When so many requests have been answered by it.
  case requests(Int)
  /// When this time has come.
  case until(Moment)
  /// When a route is called, by its place in the catalog; that call does not meet it any more.
  case untilRoute(Int)
}

/// Why a change was refused; nothing of it was made.
package enum SwitchProblem: Error, Sendable {
  /// No route or group has the name.
  case unknownSelector(String, suggestion: String)
  /// The routes lack the variant; `known` are the names that they have.
  case unknownVariant(Variant, selector: String, known: [String], suggestion: String)
  /// The outcome does not fit the routes.
  case outcome(OutcomeProblem, selector: String)
  /// No scenario has the name.
  case unknownScenario(String, known: [String], suggestion: String)
  /// The scenario's TLS profile cannot be met here, or would lock all out, for a reason in words.
  case profile(TLSProfile, scenario: String, reason: String)
}
