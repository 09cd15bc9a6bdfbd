import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A scenario that is chosen")
struct ChosenScenarioTests {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .json([1]))
      Route("users.text", .get, "/text", default: .text("a"))
    },
    RouteGroup("me", path: "/me", requires: .bearer("t-1")) {
      Route("me.profile", .get, default: .status(200))
    },
    scenarios: [
      Scenario("logged out", ["me.*": .forbidden]),
      Scenario("empty", ["users.*": .empty, "users.text": .text("")]),
      Scenario("exact", ["users.list": .offline]),
      Scenario("wide", from: "exact", ["users.*": .timeout, "*": .maintenance]),
      Scenario("steps", ["users.list": .sequence(.status(201), .status(202))]),
      Scenario("caf\u{E9}", ["*": .serverError]),
    ])

  let stage: WorldStage
  var world: World { stage.world }

  init() throws { stage = try WorldStage(Self.catalog) }

  private func all(in world: World? = nil) throws -> [String] {
    try stage.decided("/users", "/users/text", "/me", in: world)
  }

  @Test func `lies over requirements and beneath overrides`() throws {
    #expect(try all() == ["default/default", "default/default", "unauthorized/requirement"])

    try world.choose(scenario: "logged out")
    #expect(try all() == ["default/default", "default/default", "forbidden/scenario"])
    try stage.choose(["*": .variant(.loading)])

    #expect(try all() == ["loading/all", "loading/all", "loading/all"])
    #expect(world.current.scenario == "logged out")
    #expect(stage.changes.parts == [.choices, .choices])
  }

  @Test func `passes over routes that lack the variant`() throws {
    try world.choose(scenario: "empty")
    #expect(
      try all() == ["empty/scenario", "outcome/scenario", "unauthorized/requirement"])
  }

  @Test func `has what it inherits, and the exact name wins`() throws {
    try world.choose(scenario: "wide")

    #expect(try all() == ["offline/scenario", "timeout/scenario", "maintenance/scenario"])
  }

  @Test func `takes overrides back, unless they are kept`() throws {
    try stage.choose(["users.list": .variant(.forbidden)])
    try stage.choose(["users.text": Override(.variant(.forbidden), lease: .requests(9))])

    try world.choose(scenario: "logged out", keepsOverrides: true)
    #expect(try all() == ["forbidden/route", "forbidden/route", "forbidden/scenario"])
    try world.choose(scenario: "wide")

    #expect(try all() == ["offline/scenario", "timeout/scenario", "maintenance/scenario"])
  }

  @Test func `leaves overrides where it is taken back`() throws {
    try world.choose(scenario: "wide")
    try stage.choose(["users.list": .variant(.forbidden)])

    try world.choose(scenario: nil)

    #expect(try all() == ["forbidden/route", "default/default", "unauthorized/requirement"])
    #expect(world.current.scenario == nil)
  }

  @Test func `stays where overrides are taken back`() throws {
    try world.choose(scenario: "logged out")
    try stage.choose(["me.*": .variant(.offline)])

    world.clear()

    #expect(try stage.decided("/me") == ["forbidden/scenario"])
  }

  @Test(.bug(id: "S04"))
  func `goes with a reset of choices, and with no other`() throws {
    try world.choose(scenario: "logged out")

    world.reset(choices: false, network: true, positions: true)
    #expect(try stage.decided("/me") == ["forbidden/scenario"])
    world.reset(choices: true, network: false, positions: false)

    #expect(try stage.decided("/me") == ["unauthorized/requirement"])
    #expect(world.current.scenario == nil)
  }

  @Test func `must be one of the catalog's`() throws {
    try stage.choose(["users.list": .variant(.forbidden)])

    do throws(SwitchProblem) {
      try world.choose(scenario: "loged out")
      Issue.record("there is no such scenario")
    } catch {
      guard case .unknownScenario("loged out", let known, let suggestion) = error else {
        Issue.record("another problem: \(error)")
        return
      }
      #expect(known.first == "logged out")
      #expect(suggestion == " Did you mean 'logged out'?")
    }
    #expect(try stage.decided("/users") == ["forbidden/route"])
    #expect(stage.changes.parts.count == 1)
  }

  @Test func `is known by the bytes of its name, also once it was chosen`() throws {
    try world.choose(scenario: "caf\u{E9}")

    #expect(throws: SwitchProblem.self) { try world.choose(scenario: "cafe\u{301}") }
  }

  @Test func `is chosen in one world alone`() throws {
    let session = try World(copying: world, book: JournalBook(.session(.make())))

    try session.choose(scenario: "wide")

    #expect(try all().first == "default/default")
    #expect(try all(in: session).first == "offline/scenario")
    #expect(session.current.scenario == "wide")
    #expect(world.current.scenario == nil)
  }

  @Test func `has positions in each world, which go with it`() throws {
    let session = try World(
      copying: world, book: JournalBook(.session(.make())), WorldChanges(scenario: "steps"))
    try world.choose(scenario: "steps")

    #expect(try stage.words("/users", "/users") == ["201", "202"])
    #expect(try stage.words("/users", in: session) == ["201"])
    let entry = stage.engine.switchboard.entries[0]
    #expect(world.positions(of: entry).map(\.taken) == [2])
    #expect(session.positions(of: entry).map(\.taken) == [1])
    try world.choose(scenario: nil)
    try world.choose(scenario: "steps")

    #expect(try stage.words("/users") == ["201"])
    #expect(try stage.words("/users", in: session) == ["202"])
  }
}
