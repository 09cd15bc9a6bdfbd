import Understudy

/// What can be set in a world.
struct WorldSettings: Sendable {
  var overrides: [Selector: OverrideSlot] = [:]
  var scenario: AppliedScenario?
  var network = Network()
  /// What clients meet that speak TLS, whatever the scenario says.
  var tls: TLSProfile?
  /// What somebody chose and the catalog cannot do.
  var dormant = DormantChoices()

  /// The overrides, what lies below first.
  var slots: [OverrideSlot] {
    overrides.count < 2
      ? Array(overrides.values)
      : overrides.sorted { $1.key.lies(over: $0.key) }.map(\.value)
  }

  /// The leases that run.
  var leases: [ActiveLease] { overrides.values.flatMap(\.leased).compactMap(\.lease) }

  /// The same for another world.
  var copy: WorldSettings {
    var copy = self
    if !leases.isEmpty { copy.overrides = overrides.mapValues(\.copy) }
    return copy
  }

  /// The choice for all routes, where that is to be offline.
  var offline: AppliedOverride? {
    let forAll = overrides[.all]?.top ?? scenario?.layers.last { $0.selector == .all }
    return forAll?.chooses(.offline) == true ? forAll : nil
  }

  /// Where the positions are of all that was given on the spot.
  var banks: [CellBank] {
    (overrides.values.flatMap(\.layers) + (scenario?.layers ?? [])).compactMap(\.bank)
  }

  /// Lays an override over what is there.
  mutating func put(_ override: AppliedOverride) {
    overrides[override.selector, default: OverrideSlot()].put(override)
    if override.lease == nil { dormant.forget(override.selector) }
  }

  /// Takes back what was chosen for the routes of a selector.
  mutating func takeBack(_ selector: Selector) {
    overrides[selector] = nil
    dormant.forget(selector)
  }

  /// Takes every override back.
  mutating func clear() {
    overrides = [:]
    dormant.overrides = []
  }

  /// Ends leases; false where none of them runs.
  mutating func end(where hasEnded: (ActiveLease) -> Bool) -> Bool {
    var isChanged = false
    for (selector, slot) in overrides
    where slot.leased.contains(where: { $0.lease.map(hasEnded) == true }) {
      isChanged = true
      var slot = slot
      slot.remove { $0.lease.map(hasEnded) == true }
      overrides[selector] = slot.isEmpty ? nil : slot
    }
    return isChanged
  }
}
