package import Understudy

/// Changes that are made in a world in one step, all or none.
package struct WorldChanges: Sendable {
  /// Overrides, in order; nil takes one back.
  package var overrides: [(selector: Selector, override: Override?)]
  /// The scenario to choose; the inner nil is none, the outer leaves it.
  package var scenario: String??
  /// Whether a scenario leaves overrides as they are, which lie over it.
  package var keepsOverrides: Bool
  /// Whether a scenario leaves the profile as it is, which stands above its own.
  package var keepsTLS: Bool
  /// The conditions of all answers; nil leaves them.
  package var network: Network?
  /// What clients meet that speak TLS; nil leaves that.
  package var tls: TLSProfile?

  /// Changes by their parts.
  package init(
    overrides: [(selector: Selector, override: Override?)] = [], scenario: String?? = nil,
    keepsOverrides: Bool = false, keepsTLS: Bool = false, network: Network? = nil,
    tls: TLSProfile? = nil
  ) {
    self.overrides = overrides
    self.scenario = scenario
    self.keepsOverrides = keepsOverrides
    self.keepsTLS = keepsTLS
    self.network = network
    self.tls = tls
  }

  /// Whether nothing is changed.
  var isEmpty: Bool { overrides.isEmpty && scenario == nil && network == nil && tls == nil }

  /// Makes them: the scenario first, so that overrides lie on top.
  func make(
    in settings: inout WorldSettings, _ board: Switchboard
  ) throws(SwitchProblem) {
    if let scenario {
      settings.scenario = try scenario.map { name throws(SwitchProblem) in
        try board.scenario(name)
      }
      settings.dormant.scenario = nil
      if !keepsOverrides {
        settings.clear()
        if !keepsTLS { settings.tls = nil }
      }
    }
    for (selector, override) in overrides {
      guard let override else {
        settings.takeBack(selector)
        continue
      }
      settings.put(try board.apply(override, to: selector))
    }
    if let network { settings.network = network }
    if let tls { settings.tls = tls }
  }
}
