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
