package import Platform
package import Understudy

extension World {
  /// Makes changes in one step, all or none; nil takes an override back.
  @discardableResult
  package func change(
    _ changes: [(selector: Selector, override: Override?)]
  ) throws(SwitchProblem) -> Snapshot {
    try make(WorldChanges(overrides: changes), .choices)
  }

  /// Chooses a scenario, or none.
  ///
  /// - Parameters:
  ///   - name: its name; nil takes the present one back.
  ///   - keepsOverrides: whether overrides stay, which lie over it.
  /// - Returns: what decides from now on.
  /// - Throws: ``SwitchProblem`` where there is none of the name.
  @discardableResult
  package func choose(
    scenario name: String?, keepsOverrides: Bool = false
  ) throws(SwitchProblem) -> Snapshot {
    try make(
      WorldChanges(scenario: .some(name), keepsOverrides: keepsOverrides || name == nil), .choices)
  }

  /// Puts a scenario and overrides in the place of those that are chosen, in one step.
  ///
  /// A profile that the world has of its own stays: it is none of them.
  @discardableResult
  package func replaceChoices(
    scenario: String?, _ overrides: [(selector: Selector, override: Override)]
  ) throws(SwitchProblem) -> Snapshot {
    try make(
      WorldChanges(
        overrides: overrides.map { ($0.selector, $0.override) }, scenario: .some(scenario),
        keepsTLS: true),
      .choices)
  }

  /// Takes every override back.
  @discardableResult
  package func clear() -> Snapshot {
    update(.choices) { $0.clear() }
  }

  /// Takes a variant back that was chosen for some routes; another choice for them stays.
  @discardableResult
  package func takeBack(_ variant: Variant, for selector: Selector) -> Snapshot {
    update(.choices) { settings in
      guard var slot = settings.overrides[selector] else { return }
      slot.remove { $0.chooses(variant) }
      settings.overrides[selector] = slot.isEmpty ? nil : slot
    }
  }

  /// Sets the conditions of all answers.
  @discardableResult
  package func setNetwork(_ network: Network) -> Snapshot {
    update(.network) { $0.network = network }
  }

  /// Sets what clients meet that speak TLS; nil is what the scenario says.
  @discardableResult
  package func setTLS(_ profile: TLSProfile?) -> Snapshot {
    update(.tls) { $0.tls = profile }
  }

  /// Puts parts back to how the world began, in one step.
  package func reset(choices: Bool = false, network: Bool = false, positions: Bool = false) {
    guard choices || network || positions else { return }
    if positions { cells.reset() }
    let start = start.copy
    update(choices ? .choices : network ? .network : .positions) { settings in
      if choices {
        settings.overrides = start.overrides
        settings.scenario = start.scenario
        settings.dormant = start.dormant
        settings.tls = start.tls
      }
      if network { settings.network = start.network }
    }
  }

  /// Ends the leases whose time has come.
  package func endLeases(at now: Moment) {
    guard let deadline = current.deadline, deadline <= now else { return }
    _ = endLeases(calledRoute: nil, at: now)
  }

  private func make(_ changes: WorldChanges, _ part: Event.Part) throws(SwitchProblem) -> Snapshot {
    try update(part) { (settings) throws(SwitchProblem) in
      try changes.make(in: &settings, board)
    }
  }

  func endLeases(calledRoute route: Int?, at now: Moment) -> Snapshot {
    let snapshot = current
    let isDue = snapshot.deadline.map { $0 <= now } ?? false
    guard isDue || route.map(snapshot.endingRoutes.contains) == true else { return snapshot }
    return end { lease in
      switch lease.term {
      case .requests: false
      case .until(let moment): moment <= now
      case .untilRoute(let place): place == route
      }
    }
  }

  @discardableResult
  func end(_ lease: ActiveLease) -> Snapshot { end { $0 === lease } }

  /// Ends leases, where they have not ended yet.
  private func end(where hasEnded: (ActiveLease) -> Bool) -> Snapshot {
    changing.withLock { _ in
      var settings = current.settings
      return settings.end(where: hasEnded) ? swap(settings, .choices) : current
    }
  }

  /// Makes choices that are not there already.
  func activate(_ overrides: [AppliedOverride]) {
    changing.withLock { _ in
      var settings = current.settings
      let new = overrides.filter { override in
        let slot = settings.overrides[override.selector]
        return slot?.standing !== override || slot?.leased.isEmpty == false
      }
      if new.isEmpty { return }
      for override in new { settings.put(override) }
      swap(settings, .choices)
    }
  }

  /// Changes what is set, in one step.
  @discardableResult
  func update<Failure: Error>(
    _ part: Event.Part, _ change: (inout WorldSettings) throws(Failure) -> Void
  ) throws(Failure) -> Snapshot {
    try changing.withLock { (_) throws(Failure) in
      var settings = current.settings
      try change(&settings)
      return swap(settings, part)
    }
  }

  /// Puts settings in the place of the old ones; called under ``changing``.
  @discardableResult
  private func swap(_ settings: WorldSettings, _ part: Event.Part) -> Snapshot {
    let old = current
    let new = Snapshot(revision: old.revision + 1, settings, defaults: board.defaults)
    snapshot.withLock { $0 = new }
    retirePositions(of: old.settings, but: settings)
    watcher(self, part, new)
    return new
  }
}
