package import Platform
import Understudy

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
  }

  /// The delay of all answers that set none; nil where there is none.
  package var networkDelay: Duration? { settings.networkDelay }
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

/// What can be set in a world.
struct WorldSettings: Sendable {
  var overrides: [Selector: OverrideSlot] = [:]
  var scenario: AppliedScenario?
  var networkDelay: Duration?
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
