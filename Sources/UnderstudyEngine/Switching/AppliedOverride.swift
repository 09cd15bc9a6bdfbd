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

/// The overrides for the routes of one selector.
///
/// Those with a lease lie over the one without, the newest on top; what lies below comes back when a
/// lease ends.
struct OverrideSlot: Sendable {
  var standing: AppliedOverride?
  /// Those with a lease, the newest last.
  private(set) var leased: [AppliedOverride] = []

  /// How many leases may lie over one another; the lowest goes for one more.
  private static let limit = 16

  /// What decides.
  var top: AppliedOverride? { leased.last ?? standing }
  var isEmpty: Bool { standing == nil && leased.isEmpty }
  /// All of it, what lies below first.
  var layers: [AppliedOverride] { (standing.map { [$0] } ?? []) + leased }

  /// Lays an override over what is there.
  ///
  /// One that stays for good ends what was there for a while. One with a lease that chooses the
  /// variant of the one on top begins that one's lease anew: to say it twice is to say it once.
  mutating func put(_ override: AppliedOverride) {
    guard override.lease != nil else {
      standing = override
      leased = []
      return
    }
    if let last = leased.last, last.choosesSame(as: override) { leased.removeLast() }
    if leased.count == Self.limit { leased.removeFirst() }
    leased.append(override)
  }

  /// Removes some layers; what lay below comes back.
  mutating func remove(where isMeant: (AppliedOverride) -> Bool) {
    if let standing, isMeant(standing) { self.standing = nil }
    leased.removeAll(where: isMeant)
  }

  /// The same for another world.
  var copy: OverrideSlot { OverrideSlot(standing: standing, leased: leased.map(\.copy)) }
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
