/// What a group makes of the failures of the standard variants: its closure is asked once for each, not
/// for each of a thousand routes.
package final class GroupFailures: Sendable {
  /// The variants that show a failure, and how.
  private let outcomes: [(variant: StandardVariant, outcome: Outcome)]
  /// Whether any of them says what happens while a body comes.
  package let mentionUpload: Bool

  /// Asks a closure for all failures.
  package init(_ closure: @Sendable (Failure) -> Outcome) {
    outcomes = StandardVariant.allCases.compactMap { variant in
      variant.failure.map { (variant, closure($0)) }
    }
    mentionUpload = outcomes.contains { $0.outcome.mentionsUpload }
  }

  /// The variants that show a failure.
  package static let variants = StandardVariant.allCases.filter { $0.failure != nil }

  /// The outcome of a variant; nil where it shows no failure.
  package subscript(variant: StandardVariant) -> Outcome? {
    for index in outcomes.indices where outcomes[index].variant == variant {
      return outcomes[index].outcome
    }
    return nil
  }
}
