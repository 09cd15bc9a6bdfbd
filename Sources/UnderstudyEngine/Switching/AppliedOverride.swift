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

  /// Whether it chooses a variant, and this one.
  func chooses(_ name: Variant) -> Bool {
    if case .variant(let own) = choice { own == name } else { false }
  }
}

/// The overrides for the routes of one selector.
///
/// One with a lease lies over the one without, which comes back when the lease ends.
struct OverrideSlot: Sendable {
  var standing: AppliedOverride?
  var leased: AppliedOverride?

  /// What decides.
  var top: AppliedOverride? { leased ?? standing }
  var isEmpty: Bool { standing == nil && leased == nil }
  /// All of it, what lies below first.
  var layers: [AppliedOverride] { [standing, leased].compactMap(\.self) }

  /// Lays an override over what is there: it takes the place of one of its kind, and one that
  /// stays for good ends what was there for a while.
  mutating func put(_ override: AppliedOverride) {
    if override.lease == nil { standing = override }
    leased = override.lease == nil ? nil : override
  }

  /// Removes some layers; what lay below comes back.
  mutating func remove(where isMeant: (AppliedOverride) -> Bool) {
    if let standing, isMeant(standing) { self.standing = nil }
    if let leased, isMeant(leased) { self.leased = nil }
  }

  /// The same for another world.
  var copy: OverrideSlot { OverrideSlot(standing: standing, leased: leased?.copy) }
}

/// A scenario with its plans: a layer of choices beneath all overrides.
final class AppliedScenario: Sendable {
  let name: String
  /// What lies below first.
  let layers: [AppliedOverride]

  init(_ name: String, _ layers: [AppliedOverride]) {
    self.name = name
    self.layers = layers.sorted { $1.selector.lies(over: $0.selector) }
  }
}
