package import Platform
package import Understudy

/// Everything that decides about outcomes at one moment; never changed, only replaced.
package final class Snapshot: Sendable {
  /// Counts the changes since the start.
  package let revision: Int
  /// The choice of each route, by its place in the catalog.
  package let choices: ChoiceTable
  /// What was set.
  let settings: WorldSettings
  /// When the first lease ends by its time; nil where none does.
  package let deadline: Moment?
  /// The routes whose call ends a lease.
  let endingRoutes: Set<Int>

  /// Whether no time and no request changes it, and nothing holds for answers of all routes.
  let isSteady: Bool

  /// Makes the choices of some settings, over the defaults.
  convenience init(revision: Int, _ settings: WorldSettings, defaults: [Choice]) {
    var choices = ChoiceTable(defaults: defaults)
    for layer in settings.scenario?.layers ?? [] { choices.put(layer, as: .scenario) }
    for slot in settings.slots {
      for layer in slot.layers { choices.put(layer, as: layer.selector.source) }
    }
    self.init(revision: revision, settings, choices)
  }

  /// Takes choices that are those of the settings.
  init(revision: Int, _ settings: WorldSettings, _ choices: ChoiceTable) {
    self.revision = revision
    self.settings = settings
    self.choices = choices
    var deadline: Moment?
    var endingRoutes: Set<Int> = []
    for lease in settings.leases {
      switch lease.term {
      case .requests: break
      case .until(let moment): deadline = min(deadline ?? moment, moment)
      case .untilRoute(let place): endingRoutes.insert(place)
      }
    }
    self.deadline = deadline
    self.endingRoutes = endingRoutes
    isSteady = deadline == nil && endingRoutes.isEmpty && settings.network == Network()
  }

  /// The conditions of all answers.
  package var network: Network { settings.network }
  /// What clients meet that speak TLS; nil where that is nothing.
  package var tls: TLSProfile? { settings.tls ?? settings.scenario?.tls }
  /// The name of the scenario; nil where none is chosen.
  package var scenario: String? { settings.scenario?.name }
  /// Whether the choice for all routes is to be offline.
  package var isOffline: Bool { settings.offline != nil }

  /// Whether that can be shown by refusing connections: not where requests must come to end it.
  package var refusesConnections: Bool {
    guard let offline = settings.offline else { return false }
    return switch offline.lease?.term {
    case nil, .until: true
    case .requests, .untilRoute: false
    }
  }
}
