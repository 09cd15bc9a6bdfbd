extension WorldModel {
  /// Makes several changes at once; nil takes what is chosen for a name back.
  mutating func patch(_ changes: [String: Override?]) {
    for (selector, override) in changes {
      if let override { put(override, for: selector) } else { slots[selector] = nil }
    }
    forgetPositions()
  }

  /// Takes every override back.
  mutating func clear() {
    slots = [:]
    forgetPositions()
  }

  /// Takes the choice of `offline` for all routes back; another one stays.
  mutating func comeBack() {
    guard let slot = slots["*"] else { return }
    let left = slot.layers.filter { $0.choice.name != "offline" }
    slots["*"] =
      left.isEmpty
      ? nil
      : Slot(
        standing: left.first { $0.lease == nil }, leased: left.filter { $0.lease != nil })
    forgetPositions()
  }

  /// Chooses a scenario, or none.
  mutating func choose(_ name: String?, keepsOverrides: Bool) {
    if name != scenario { positions = positions.filter { $0.key.override != Place.ofScenario } }
    scenario = name
    if name != nil, !keepsOverrides { clear() }
  }

  /// Sets parts back to how the world began.
  mutating func reset(_ parts: Set<String>) {
    if parts.contains("choices") {
      slots = start.slots
      choose(start.scenario, keepsOverrides: true)
      forgetPositions()
    }
    if parts.contains("network") { delay = start.delay }
    if parts.contains("positions") { positions = [:] }
    if parts.contains("journal") { records = [] }
  }

  /// One that stays ends what was there for a while; the same variant on top begins anew.
  mutating func put(_ override: Override, for selector: String) {
    var override = override
    overrideCount += 1
    override.serial = overrideCount
    override.number = if case .outcome = override.choice { overrideCount } else { 0 }
    var slot = slots[selector] ?? Slot()
    if override.lease == nil {
      slot = Slot(standing: override)
    } else {
      if let top = slot.leased.first, top.number == 0, override.number == 0,
        top.choice.name == override.choice.name
      {
        slot.leased.removeFirst()
      }
      // No more than 16 lie over one another.
      slot.leased = [override] + slot.leased.prefix(15)
    }
    slots[selector] = slot
    forgetPositions()
  }

  mutating func endLeases(_ hasEnded: (Lease) -> Bool) {
    for (selector, slot) in slots {
      var slot = slot
      slot.leased.removeAll { $0.lease.map(hasEnded) == true }
      slots[selector] = slot.layers.isEmpty ? nil : slot
    }
    forgetPositions()
  }

  /// The steps of an outcome that was given on the spot go with it.
  mutating func forgetPositions() {
    let numbers = Set(slots.values.flatMap(\.layers).map(\.number) + [0, Place.ofScenario])
    positions = positions.filter { numbers.contains($0.key.override) }
  }
}
