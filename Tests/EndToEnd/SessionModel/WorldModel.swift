/// What a world must do, as a simple program that does one thing after the other.
///
/// It knows the contract, and nothing of the daemon's code.
struct WorldModel: Sendable {
  /// The overrides, by the name that they are made for.
  var slots: [String: Slot] = [:]
  var scenario: String?
  /// How many milliseconds an answer of a route takes at least.
  var delay: Int?
  /// The steps and draws that were taken, by place.
  var positions: [Place: Int] = [:]
  /// Every request since the journal was forgotten.
  var records: [Record] = []
  /// What a reset of choices goes back to.
  let start: (slots: [String: Slot], scenario: String?, delay: Int?)
  /// How many overrides there were: each has a number, and its own positions.
  var overrideCount = 0

  /// The overrides for one name: those with a lease lie over one that stays, the newest on top.
  struct Slot: Sendable {
    var standing: Override?
    /// The newest first.
    var leased: [Override] = []

    var layers: [Override] { leased + (standing.map { [$0] } ?? []) }
  }

  struct Override: Sendable {
    var choice: ModelChoice
    var lease: Lease?
    var number = 0
    /// Which of all overrides it is.
    var serial = 0
  }

  enum Lease: Sendable, Hashable {
    case requests(Int)
    case untilRoute(String)
    /// So long that no run sees its end.
    case hours
  }

  /// Where steps are counted: for a variant of a route, or for an outcome given on the spot.
  struct Place: Sendable, Hashable {
    var route: String
    var variant: String
    /// The number of the override; 0 where a variant is.
    var override = 0

    static let ofScenario = -1
  }

  /// A request as the journal has it.
  struct Record: Sendable, Equatable {
    var target: String
    var route: String?
    var variant: String?
    var source: String?
    var status: Int?
  }

  init() { start = ([:], nil, nil) }

  /// The world of a session: it begins with the choices of the base, and changes of its own.
  init(
    copying base: WorldModel, scenario name: String?, _ changes: [String: Override?], delay: Int?
  ) {
    var begun = WorldModel()
    begun.slots = base.slots
    begun.scenario = base.scenario
    begun.overrideCount = base.overrideCount
    if let name { begun.choose(name, keepsOverrides: false) }
    begun.patch(changes)
    start = (begun.slots, begun.scenario, delay ?? base.delay)
    (slots, scenario, self.delay) = start
    overrideCount = begun.overrideCount
  }
}
