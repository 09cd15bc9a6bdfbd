package import Platform
import Synchronization
package import Understudy

/// A world: what each route does for some requests, and the only place where that changes.
///
/// The base is one, and each session. Readers take the whole snapshot; a change makes a new one and
/// swaps it in one step, so that no request sees half of it, and one that starts after the change has
/// returned sees all of it.
package final class World: Sendable {
  /// What can be chosen in it.
  package let board: Switchboard
  /// The record of its requests.
  package let book: JournalBook
  /// How far its sequences and draws have come.
  let cells = CellStore()
  /// Positions of what is gone.
  let retired = RetiredBanks()

  private let start: WorldSettings
  private let snapshot: Lock<Snapshot>
  /// Held while a change is made, so that changes follow one another.
  private let changing = Lock(())
  private let watcher: Watcher
  private let decidingCount = Atomic<Int>(0)
  /// Requests that were decided on with an older revision and come to wait are dropped.
  let droppedRevision = Atomic<Int>(0)

  /// Is told of each change, in order; it must be quick, and may change nothing.
  package typealias Watcher = @Sendable (World, Event.Part, Snapshot) -> Void

  private init(
    _ board: Switchboard, _ book: JournalBook, _ start: WorldSettings, _ snapshot: Snapshot,
    _ watcher: @escaping Watcher
  ) {
    self.board = board
    self.book = book
    self.start = start
    self.snapshot = Lock(snapshot)
    self.watcher = watcher
  }

  /// A world in which every route has its default.
  package convenience init(
    _ board: Switchboard, book: JournalBook = JournalBook(.base),
    whenChanged watcher: @escaping Watcher = { _, _, _ in }
  ) {
    let start = WorldSettings()
    self.init(
      board, book, start, Snapshot(revision: 1, start, defaults: board.defaults), watcher)
  }

  /// A world that begins with what is set in another, and with changes of its own.
  ///
  /// Positions start anew; what is left of leases counts on in both.
  ///
  /// - Throws: ``SwitchProblem`` where a change cannot be made.
  package convenience init(
    copying other: World, book: JournalBook, _ changes: WorldChanges = WorldChanges()
  ) throws(SwitchProblem) {
    let board = other.board
    let now = other.current
    var start = now.settings.copy
    let snapshot: Snapshot
    if changes.isEmpty, start.leases.isEmpty {
      // All of it is shared until it changes.
      snapshot = now
    } else {
      try changes.make(in: &start, board)
      snapshot = Snapshot(revision: now.revision, start.copy, defaults: board.defaults)
    }
    self.init(board, book, start, snapshot, other.watcher)
  }

  /// What decides about requests that arrive now.
  package var current: Snapshot { snapshot.withLock { $0 } }

  /// The steps that were taken of each sequence and draw of a route, by the place where it is
  /// written: a variant's name, and `outcome` for one that was given on the spot.
  package func positions(of route: RouteEntry) -> [(place: String, taken: Int)] {
    let banks = [route.bank] + current.settings.banks.map { $0.part(route.id.rawValue) }
    return banks.flatMap(\.places).map { ($0.place, cells.taken($0.id)) }
  }
}

// MARK: - Deciding

/// What a request is answered with, and who decided that.
package struct Decision: Sendable {
  /// What is done.
  package let plan: Plan
  /// Who decided it.
  package let source: ChoiceSource
  /// What decided.
  package let snapshot: Snapshot
}

extension World {
  /// Decides what is done with a request, and takes what it uses up: of a lease, and of the
  /// activations that follow from it.
  ///
  /// - Parameters:
  ///   - route: the place of the route that it fits.
  ///   - request: the request.
  ///   - now: the present.
  ///   - wanted: the plan that the request asks for itself, which goes before everything.
  ///   - isPossible: whether a choice can be made for it; where it cannot, nothing is used up.
  /// - Returns: the decision.
  package func decide(
    _ route: Int, _ request: ReceivedRequest, at now: Moment, wanted: Plan? = nil,
    isPossible: (_ readsBody: Bool) -> Bool = { _ in true }
  ) -> Decision {
    var snapshot = current
    if !snapshot.endingRoutes.isEmpty || snapshot.deadline != nil {
      snapshot = endLeases(calledRoute: route, at: now)
    }
    if let wanted {
      if isPossible(wanted.readsBody) { follow(wanted, route, request) }
      return Decision(plan: wanted, source: .request, snapshot: snapshot)
    }
    while true {
      let choice = snapshot.choices[route]
      guard isPossible(choice.readsBody) else {
        let decided = choice.decided(for: request)
        return Decision(plan: decided.plan, source: decided.source, snapshot: snapshot)
      }
      if let lease = choice.lease {
        switch lease.take(spends: !choice.plan.isWasted(on: request, cells)) {
        case .granted: break
        case .last: end(lease)
        case .refused:
          // Whoever took the last is about to swap the snapshot.
          snapshot = end(lease)
          continue
        }
      }
      let decided = choice.decided(for: request)
      follow(decided.plan, route, request)
      return Decision(plan: decided.plan, source: decided.source, snapshot: snapshot)
    }
  }

  /// Makes the choices that follow where a route answers with its default.
  ///
  /// ``decide(_:_:at:wanted:isPossible:)`` does so by itself; what is released later does not.
  package func follow(_ plan: Plan, _ route: Int, _ request: ReceivedRequest) {
    let entry = board.entries[route]
    guard entry.activates, plan === board.defaults[route].plan,
      !plan.isWasted(on: request, cells)
    else { return }
    activate(board.activations(of: entry))
  }

  /// Brackets what lies between the routing of a request and its entry in the journal, so that
  /// ``isDeciding`` tells whether a request may still come that saw an older one.
  package func beginDeciding() { decidingCount.add(1, ordering: .sequentiallyConsistent) }
  /// Ends what ``beginDeciding()`` began.
  package func endDeciding() {
    let left = decidingCount.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0 { forgetRetired() }
  }
  /// Whether a request is decided on, and not in the journal yet.
  package var isDeciding: Bool { decidingCount.load(ordering: .sequentiallyConsistent) > 0 }
}

// MARK: - Changing

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

  /// Sets the delay of all answers that set none; nil takes it back.
  @discardableResult
  package func setNetworkDelay(_ delay: Duration?) -> Snapshot {
    update(.network) { $0.networkDelay = delay }
  }

  /// Puts every sequence back to its first step.
  package func resetPositions() {
    reset(choices: false, network: false, positions: true)
  }

  /// Puts parts back to how the world began, in one step.
  package func reset(choices: Bool, network: Bool, positions: Bool) {
    guard choices || network || positions else { return }
    if positions { cells.reset() }
    let start = start.copy
    update(choices ? .choices : network ? .network : .positions) { settings in
      if choices {
        settings.overrides = start.overrides
        settings.scenario = start.scenario
        settings.dormant = start.dormant
      }
      if network { settings.networkDelay = start.networkDelay }
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

  private func endLeases(calledRoute route: Int?, at now: Moment) -> Snapshot {
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
  private func end(_ lease: ActiveLease) -> Snapshot { end { $0 === lease } }

  /// Ends leases, where they have not ended yet.
  private func end(where hasEnded: (ActiveLease) -> Bool) -> Snapshot {
    changing.withLock { _ in
      var settings = current.settings
      return settings.end(where: hasEnded) ? swap(settings, .choices) : current
    }
  }

  /// Makes choices that are not there already.
  private func activate(_ overrides: [AppliedOverride]) {
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
