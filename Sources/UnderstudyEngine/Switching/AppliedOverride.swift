import Understudy

/// An override with its plan for each route that it reaches; never changed, and shared by worlds.
final class AppliedOverride: Sendable {
  let selector: Selector
  let choice: Override.Choice
  /// The plans, by the routes' places in the catalog.
  let plans: [Int: Plan]
  /// Where the positions of an outcome's sequences are; nil for a variant, whose route has them.
  let bank: CellBank?
  let lease: ActiveLease?

  init(
    _ selector: Selector, _ choice: Override.Choice, plans: [Int: Plan], bank: CellBank?,
    lease: ActiveLease?
  ) {
    self.selector = selector
    self.choice = choice
    self.plans = plans
    self.bank = bank
    self.lease = lease
  }

  /// The same for another world: what is left of its lease counts on by itself.
  var copy: AppliedOverride {
    guard let lease else { return self }
    return AppliedOverride(selector, choice, plans: plans, bank: bank, lease: lease.copy)
  }

  /// Whether it chooses a variant, and another chooses the same.
  func choosesSame(as other: AppliedOverride) -> Bool {
    if case .variant(let name) = choice { other.chooses(name) } else { false }
  }

  /// Whether it chooses a variant, and this one.
  func chooses(_ name: Variant) -> Bool {
    if case .variant(let own) = choice { own == name } else { false }
  }
}
