import Understudy

/// The failures of groups that were found sound in one route, and for which no other route can make a
/// difference: a thousand routes share a handful.
struct SoundFailures {
  private var found: [ObjectIdentifier: [StandardVariant]] = [:]

  /// The variants of a group that show one.
  func variants(of failures: GroupFailures) -> [StandardVariant] {
    found[ObjectIdentifier(failures)] ?? []
  }

  /// Takes a failure that is sound, unless it says something that depends on its route.
  mutating func insert(
    _ variant: StandardVariant, _ outcome: Outcome, of failures: GroupFailures
  ) {
    guard outcome.isSoundEverywhere else { return }
    found[ObjectIdentifier(failures), default: []].append(variant)
  }
}

extension Outcome {
  /// Whether it has no part that a route's path, query, fixtures or other variants bear upon.
  fileprivate var isSoundEverywhere: Bool {
    switch action {
    case .bare, .json, .text: !mayHavePlaceholders && upload == nil
    default: false
    }
  }
}
