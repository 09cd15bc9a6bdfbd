import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A world that begins with what another has")
struct WorldCopyTests {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .json([1]))
        .variant("steps", .sequence(.status(201), .status(202), .status(203)))
        .variant("draws", .weighted([.status(201): 1, .status(202): 1, .status(203): 1], seed: 3))
      Route("users.create", .post, default: .status(201))
    },
    RouteGroup("account") { Route("account.refresh", .post, "/refresh", default: .status(200)) },
    scenarios: [Scenario("away", ["*": .maintenance])])

  let stage: WorldStage
  var base: World { stage.world }

  init() throws { stage = try WorldStage(Self.catalog) }

  private func copy(_ changes: WorldChanges = WorldChanges()) throws -> World {
    try World(copying: base, book: JournalBook(.session(.make())), changes)
  }

  @Test func `shares what is chosen until one of them changes`() throws {
    try stage.choose(["users.list": .variant(.forbidden)])
    let session = try copy()
    #expect(session.current === base.current)

    try stage.choose(["users.list": .variant(.offline), "*": .variant(.serverError)])
    base.setNetwork(Network(delay: .seconds(1)))

    #expect(
      try stage.decided("/users", "POST /users", in: session)
        == ["forbidden/route", "default/default"])
    #expect(session.current.network.delay == nil)
  }

  @Test func `changes nothing in the other`() throws {
    let session = try copy()

    try stage.choose(["*": .variant(.serverError)], in: session)
    session.setNetwork(Network(delay: .seconds(1)))
    try session.choose(scenario: "away", keepsOverrides: true)

    #expect(try stage.decided("/users", "POST /users").allSatisfy { $0 == "default/default" })
    #expect(base.current.network.delay == nil)
    #expect(base.current.scenario == nil)
    #expect(base.current.revision == 1)
    #expect(session.current.revision == 4)
  }

  // MARK: - Positions

  @Test(arguments: ["steps", "draws"])
  func `begins every sequence and draw anew`(variant: String) throws {
    try stage.choose(["users.list": .variant(Variant(rawValue: variant))])
    let first = try stage.words("/users", "/users", "/users", "/users")
    let session = try copy()

    let own = try stage.words("/users", "/users", "/users", in: session)

    #expect(own == Array(first.prefix(3)))
    let entry = stage.engine.switchboard.entries[0]
    #expect(base.positions(of: entry).map(\.taken) == [4])
    #expect(base.positions(of: entry).map(\.place) == [variant])
    #expect(session.positions(of: entry).map(\.taken) == [3])
  }

  @Test func `has positions of its own of an outcome that was given on the spot`() throws {
    try stage.choose(["*": .outcome(.sequence(.status(201), .status(202), .status(203)))])
    _ = try stage.words("/users")
    let session = try copy()

    #expect(try stage.words("/users", "POST /users", in: session) == ["201", "201"])
    #expect(try stage.words("/users", "/users") == ["202", "203"])
    #expect(try stage.words("/users", in: session) == ["202"])
    base.reset(positions: true)

    #expect(try stage.words("/users", in: session) == ["203"])
    #expect(try stage.words("/users") == ["201"])
  }

  @Test func `keeps its positions where the other gives the outcome up`() throws {
    try stage.choose(["users.list": .outcome(.sequence(.status(201), .status(202)))])
    let session = try copy()
    _ = try stage.words("/users", in: session)

    base.clear()

    #expect(try stage.words("/users", in: session) == ["202"])
  }

  @Test func `takes each draw once, whoever asks at the same time`() throws {
    try stage.choose(["users.list": .variant("draws")])
    let session = try copy()
    let counts = try WorldStage.race(times: 10) { try stage.ask("/users", in: session).word }
    let alone = try (0..<640).map { _ in try stage.ask("/users").word }

    #expect(counts == Dictionary(grouping: alone, by: \.self).mapValues(\.count))
  }

  // MARK: - Leases

  @Test func `has what is left of a lease, which counts on in both`() throws {
    try stage.choose(["users.list": .variant(.forbidden)])
    try stage.choose(["users.list": Override(.variant(.offline), lease: .requests(3))])
    _ = try stage.ask("/users")
    let session = try copy()

    let own = try stage.decided("/users", "/users", "/users", in: session)
    #expect(own == ["offline/route", "offline/route", "forbidden/route"])
    let others = try stage.decided("/users", "/users", "/users")

    #expect(others == own)
  }

  @Test func `ends a lease by a call of its own alone`() throws {
    let refresh = try #require(stage.names.place(of: "account.refresh"))
    try stage.choose(["*": Override(.variant(.unauthorized), lease: .untilRoute(refresh))])
    let session = try copy()

    _ = try stage.ask("POST /refresh", in: session)

    #expect(try stage.decided("/users") == ["unauthorized/all"])
    #expect(try stage.decided("/users", in: session) == ["default/default"])
  }

  @Test func `ends a lease by its time in both`() throws {
    let end = stage.time.now + .seconds(5)
    try stage.choose(["*": Override(.variant(.unauthorized), lease: .until(end))])
    let session = try copy()

    stage.time.advance(by: .seconds(5))

    #expect(try stage.decided("/users") == ["default/default"])
    #expect(try stage.decided("/users", in: session) == ["default/default"])
  }

  // MARK: - Changes of its own, and back

  @Test func `begins with changes of its own, the scenario beneath the overrides`() throws {
    try stage.choose(["users.list": .variant(.forbidden)])

    let session = try copy(
      WorldChanges(
        overrides: [(stage.names.selector("users.create"), .variant(.offline))],
        scenario: "away", network: Network(delay: .milliseconds(5))))

    #expect(
      try stage.decided("/users", "POST /users", "POST /refresh", in: session)
        == ["maintenance/scenario", "offline/route", "maintenance/scenario"])
    #expect(session.current.network.delay == .milliseconds(5))
    #expect(try stage.decided("/users") == ["forbidden/route"])
  }

  @Test func `makes all its changes or does not begin`() {
    #expect(throws: SwitchProblem.self) {
      try copy(
        WorldChanges(
          overrides: [
            (stage.names.selector("users.list"), .variant(.offline)),
            (stage.names.selector("users.create"), .variant(.empty)),
          ], scenario: "away"))
    }
    #expect(base.current.revision == 1)
  }

  @Test(.bug(id: "S04"))
  func `goes back to how it began`() throws {
    try stage.choose(["users.list": .variant("steps")])
    try stage.choose(["users.create": Override(.variant(.offline), lease: .requests(2))])
    let session = try copy(WorldChanges(network: Network(delay: .milliseconds(5))))
    _ = try stage.words("/users", "POST /users", "POST /users", in: session)
    try stage.choose(["users.list": .variant(.forbidden), "*": .variant(.timeout)], in: session)
    try session.choose(scenario: "away", keepsOverrides: true)
    session.setNetwork(Network())
    try stage.choose(["*": .variant(.serverError)])
    let before = session.current.revision

    session.reset(choices: true, network: true, positions: true)

    #expect(session.current.revision == before + 1)
    #expect(session.current.network.delay == .milliseconds(5))
    #expect(session.current.scenario == nil)
    #expect(try stage.words("/users", in: session) == ["201"])
    #expect(
      try stage.decided("POST /users", "POST /users", "POST /users", in: session)
        == ["offline/route", "offline/route", "default/default"])
  }

  @Test(
    .bug(id: "S04"),
    arguments: [[Event.Part.choices], [.network], [.positions], [.choices, .network, .positions]])
  func `goes back in the parts that are named`(parts: [Event.Part]) throws {
    let session = try copy()
    try stage.choose(["users.list": .variant("steps")], in: session)
    session.setNetwork(Network(delay: .seconds(1)))
    _ = try stage.words("/users", in: session)
    stage.changes.clear()

    session.reset(
      choices: parts.contains(.choices), network: parts.contains(.network),
      positions: parts.contains(.positions))

    #expect((session.current.network.delay == nil) == parts.contains(.network))
    #expect((session.current.choices[0].source == .default) == parts.contains(.choices))
    let taken = session.positions(of: stage.engine.switchboard.entries[0]).map(\.taken)
    #expect(taken == [parts.contains(.positions) ? 0 : 1])
    #expect(stage.changes.parts == [parts[0]])
  }
}
