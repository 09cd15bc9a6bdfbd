/// The choice of each route, by its place in the catalog.
///
/// What is chosen for a few routes lies beside the defaults, which all worlds share: ten thousand
/// worlds that differ in one route each are small.
package struct ChoiceTable: Sendable {
  private let defaults: [Choice]
  /// What is chosen, where that is for a few routes.
  private var few: [Int: Choice] = [:]
  /// All choices, where many are not the default.
  private var all: [Choice]?

  init(defaults: [Choice]) {
    self.defaults = defaults
  }

  /// From so many routes on, an eighth of all, looking each up would cost more than a table does.
  private var limit: Int { defaults.count / 8 + 8 }

  /// Lays an override over what is there.
  mutating func put(_ override: AppliedOverride, as source: ChoiceSource) {
    if all == nil, few.count + override.plans.count > limit {
      all = Array(self)
      few = [:]
    }
    for (place, plan) in override.plans {
      let choice = Choice(plan: plan, source: source, lease: override.lease)
      if all == nil { few[place] = choice } else { all?[place] = choice }
    }
  }
}

extension ChoiceTable: RandomAccessCollection {
  /// The first place.
  package var startIndex: Int { 0 }
  /// How many routes there are.
  package var endIndex: Int { defaults.count }

  /// The choice of a route.
  package subscript(place: Int) -> Choice {
    if let all { return all[place] }
    if few.isEmpty { return defaults[place] }
    return few[place] ?? defaults[place]
  }
}
