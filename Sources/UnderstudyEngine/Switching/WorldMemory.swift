package import Platform
package import Understudy

/// What is set in a world, by names: what another process with other routes can go on with.
///
/// In contrast to ``StandingChoices`` it has the leases too, with what is left of them.
package struct WorldMemory: Sendable {
  /// The name of the scenario; nil where none is chosen.
  package var scenario: String?
  /// What is chosen for a route's id, for `group.*` or for `*`, what lies below first.
  package var layers: [Layer] = []
  /// The conditions of all answers.
  package var network = Network()
  /// What clients meet that speak TLS, whatever the scenario says.
  package var tls: TLSProfile?

  /// One choice.
  package struct Layer: Sendable {
    /// A route's id, `group.*` or `*`.
    package var name: String
    /// What is chosen.
    package var choice: Override.Choice
    /// What is left of its lease; nil where it is for good.
    package var lease: Lease?

    /// A choice by its parts.
    package init(name: String, choice: Override.Choice, lease: Lease? = nil) {
      self.name = name
      self.choice = choice
      self.lease = lease
    }
  }

  /// The end of a choice.
  package enum Lease: Sendable, Hashable {
    /// When so many requests have been answered by it.
    case requests(Int)
    /// When this time has come, on the machine's clock.
    case until(Moment)
    /// When the route of this id is called.
    case untilRoute(String)
  }

  /// Nothing is set.
  package init() {}

  init(_ settings: WorldSettings, _ names: SelectorNames) {
    scenario = settings.scenario?.name ?? settings.dormant.scenario
    network = settings.network
    tls = settings.tls
    for layer in settings.slots.flatMap(\.layers) {
      layers.append(
        Layer(
          name: names.name(of: layer.selector), choice: layer.choice,
          lease: layer.lease.map { Lease($0.rest, names) }))
    }
    layers += settings.dormant.overrides.map { Layer(name: $0.name, choice: $0.choice) }
  }
}

extension WorldMemory.Lease {
  fileprivate init(_ term: LeaseTerm, _ names: SelectorNames) {
    switch term {
    case .requests(let count): self = .requests(count)
    case .until(let moment): self = .until(moment)
    case .untilRoute(let place): self = .untilRoute(names.ids[place])
    }
  }

  fileprivate func term(_ names: SelectorNames) throws(SwitchProblem) -> LeaseTerm {
    switch self {
    case .requests(let count): return .requests(count)
    case .until(let moment): return .until(moment)
    case .untilRoute(let id):
      guard let place = names.place(of: id) else {
        throw .unknownSelector(id, suggestion: names.suggestion(for: id))
      }
      return .untilRoute(place)
    }
  }
}

/// What is set in a world, and what it began with.
package struct WorldMemories: Sendable {
  /// The number of its last change.
  package var revision: Int
  /// What is set.
  package var now: WorldMemory
  /// What it goes back to when it is reset; nil where that is nothing.
  package var start: WorldMemory?

  /// Memories by their parts.
  package init(revision: Int, now: WorldMemory, start: WorldMemory? = nil) {
    self.revision = revision
    self.now = now
    self.start = start
  }
}

extension World {
  /// What another process needs to go on with it.
  package var memories: WorldMemories {
    let snapshot = current
    return WorldMemories(
      revision: snapshot.revision, now: WorldMemory(snapshot.settings, board.names),
      start: start.isEmpty ? nil : WorldMemory(start, board.names))
  }
}

extension WorldSettings {
  fileprivate var isEmpty: Bool {
    overrides.isEmpty && scenario == nil && network == Network() && tls == nil
      && dormant.overrides.isEmpty && dormant.scenario == nil
  }

  /// What a memory says, as far as these routes can do it; what they cannot is kept, and decides
  /// nothing until what it names is there again.
  init(
    _ memory: WorldMemory, _ board: Switchboard, _ refusal: (String) -> SwitchProblem?,
    _ problems: inout [SwitchProblem]
  ) {
    self.init()
    restore(scenario: memory.scenario, board, refusal, &problems)
    for layer in memory.layers {
      do throws(SwitchProblem) {
        let lease = try layer.lease.map { lease throws(SwitchProblem) in
          try lease.term(board.names)
        }
        put(
          try board.apply(
            Override(layer.choice, lease: lease), to: try board.names.selector(layer.name)))
      } catch {
        if layer.lease == nil {
          dormant.overrides.append((layer.name, board.names.find(layer.name), layer.choice))
        }
        problems.append(error)
      }
    }
    network = memory.network
    tls = memory.tls
  }
}
