import Understudy

/// The failures of groups that were found sound in one route, and for which no other route can make a
/// difference: a thousand routes share a handful.
struct SoundFailures {
  private var found: Set<Key> = []

  private struct Key: Hashable {
    var failures: ObjectIdentifier
    var variant: StandardVariant
  }

  /// Whether a group's failure is among them.
  func contains(_ variant: StandardVariant, of failures: GroupFailures) -> Bool {
    found.contains(Key(failures: ObjectIdentifier(failures), variant: variant))
  }

  /// Takes a failure that is sound, unless it says something that depends on its route.
  mutating func insert(
    _ variant: StandardVariant, _ outcome: Outcome, of failures: GroupFailures
  ) {
    guard outcome.isSoundEverywhere else { return }
    found.insert(Key(failures: ObjectIdentifier(failures), variant: variant))
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
