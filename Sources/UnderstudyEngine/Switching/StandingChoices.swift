/// What is chosen in a world for good, by names: what can outlive it.
///
/// Overrides with a lease are none of it: they end with their world.
package struct StandingChoices: Sendable {
  /// The name of the scenario; nil where none is chosen.
  package var scenario: String?
  /// What is chosen for a route's id, for `group.*` or for `*`.
  package var overrides: [(name: String, choice: Override.Choice)]
  /// The conditions of all answers.
  package var network: Network

  /// Choices by their parts.
  package init(
    scenario: String? = nil, overrides: [(name: String, choice: Override.Choice)] = [],
    network: Network = Network()
  ) {
    self.scenario = scenario
    self.overrides = overrides
    self.network = network
  }

  /// The choices of a snapshot, what lies below first; those that cannot be made come last.
  package init(_ snapshot: Snapshot, _ names: SelectorNames) {
    let settings = snapshot.settings
    self.init(
      scenario: settings.scenario?.name ?? settings.dormant.scenario,
      overrides: snapshot.standing.map { (names.name(of: $0.selector), $0.choice) }
        + settings.dormant.overrides.map { ($0.name, $0.choice) },
      network: settings.network)
  }
}

extension Snapshot {
  /// The overrides that stay for good, what lies below first; of equals, by name or place.
  package var standing: [(selector: Selector, choice: Override.Choice)] {
    listedSlots.compactMap { slot in slot.standing.map { ($0.selector, $0.choice) } }
  }

  /// All overrides with what is left of their leases, what lies below first.
  package var layers: [(selector: Selector, choice: Override.Choice, rest: LeaseTerm?)] {
    listedSlots.flatMap(\.layers).map { ($0.selector, $0.choice, $0.lease?.rest) }
  }

  private var listedSlots: [OverrideSlot] {
    settings.overrides.sorted { $0.key.isListed(before: $1.key) }.map(\.value)
  }
}

extension Selector {
  fileprivate func isListed(before other: Selector) -> Bool {
    if lies(over: other) || other.lies(over: self) { return other.lies(over: self) }
    return switch (self, other) {
    case (.route(let one), .route(let other)): one < other
    case (.prefix(let one), .prefix(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    default: false
    }
  }
}
