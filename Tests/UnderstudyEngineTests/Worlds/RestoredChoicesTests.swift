import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("Choices that are made again")
struct RestoredChoicesTests {
  static let catalog = Catalog(
    RouteGroup("b", path: "/b") {
      Route("b.one", .get, "/1", default: .status(200))
      Route("b.two", .get, "/2", default: .status(200)).activating(["b.one": .forbidden])
      RouteGroup("b.c") { Route("b.c.one", .get, "/3", default: .status(200)) }
    },
    RouteGroup("a", path: "/a") { Route("a.one", .get, "/1", default: .json([])) },
    scenarios: [Scenario("away", ["*": .maintenance])])

  let stage: WorldStage
  var world: World { stage.world }
  var standing: StandingChoices { StandingChoices(world.current, stage.names) }

  init() throws { stage = try WorldStage(Self.catalog) }

  @Test func `are told with what lies below first, then in order`() throws {
    try world.choose(scenario: "away")
    try stage.choose([
      "a.one": .variant(.empty), "b.two": .variant(.offline), "b.c.*": .variant(.offline),
      "b.*": .variant(.offline), "*": .variant(.offline), "b.one": .outcome(.status(201)),
      "a.*": .variant(.offline),
    ])
    try stage.choose(["b.c.one": Override(.variant(.offline), lease: .requests(1))])
    world.setNetwork(Network(delay: .milliseconds(5)))

    #expect(
      standing.overrides.map(\.name) == ["*", "a.*", "b.*", "b.c.*", "b.one", "b.two", "a.one"])
    #expect(standing.scenario == "away")
    #expect(standing.network.delay == .milliseconds(5))
  }

  @Test func `decide as before, in one step`() throws {
    try world.choose(scenario: "away")
    try stage.choose(["b.*": .variant(.offline), "b.one": .outcome(.status(201))])
    let asked = ["/b/1", "/b/2", "/b/3", "/a/1"]
    let before = try asked.map { try stage.ask($0).decided }
    let again = try WorldStage(Self.catalog)

    let problems = again.world.restore(standing)

    #expect(problems.isEmpty)
    #expect(try asked.map { try again.ask($0).decided } == before)
    #expect(again.changes.revisions == [2])
  }

  private func restoreWhatIsGone() -> Int {
    world.restore(
      StandingChoices(
        scenario: "gone",
        overrides: [
          ("x.*", .variant(.offline)), ("b.one", .variant("soldOut")),
          ("b.two", .variant(.timeout)),
        ])
    ).count
  }

  @Test func `decide nothing where what they name is gone, and are told all the same`() throws {
    #expect(restoreWhatIsGone() == 3)

    #expect(
      try stage.decided("/b/1", "/b/2", "/b/3")
        == ["default/default", "timeout/route", "default/default"])
    #expect(world.current.scenario == nil)
    #expect(standing.scenario == "gone")
    #expect(standing.overrides.map(\.name) == ["b.two", "x.*", "b.one"])
  }

  @Test func `are told until a lasting choice takes their place, an activation too`() throws {
    _ = restoreWhatIsGone()

    try stage.choose(["b.one": Override(.variant(.offline), lease: .requests(1))])
    #expect(standing.overrides.map(\.name) == ["b.two", "x.*", "b.one"])
    try stage.choose(["b.two": nil])
    #expect(standing.overrides.map(\.name) == ["x.*", "b.one"])
    _ = try stage.ask("/b/2")

    #expect(standing.overrides.map(\.name) == ["b.one", "x.*"])
    #expect(try stage.decided("/b/1") == ["forbidden/route"])
    world.clear()
    #expect(standing.overrides.isEmpty)
    #expect(standing.scenario == "gone")
    try world.choose(scenario: nil)
    #expect(standing.scenario == nil)
  }

  @Test func `go with a reset of the base, but not with one of a session`() throws {
    _ = restoreWhatIsGone()
    let session = try World(copying: world, book: JournalBook(.session(.make())))

    session.reset(choices: true, network: true, positions: true)
    #expect(standing.overrides.count == 3)
    world.reset(choices: true, network: false, positions: false)

    #expect(standing.overrides.isEmpty)
    #expect(standing.scenario == nil)
  }
}
