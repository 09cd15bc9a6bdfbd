import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A lease")
struct LeaseTests {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .json([1]))
      Route("users.text", .get, "/text", default: .text("a"))
      Route("users.create", .post, default: .status(201))
    },
    RouteGroup("account", path: "/account") {
      Route("account.refresh", .post, "/refresh", default: .status(200))
    })
  /// Names that all reach `users.list`, with the source that they are told as.
  static let names = [("users.list", "route"), ("users.*", "group"), ("*", "all")]

  let stage: WorldStage
  var world: World { stage.world }

  init() throws { stage = try WorldStage(Self.catalog) }

  private func leased(_ variant: Variant, _ term: LeaseTerm) -> Override {
    Override(.variant(variant), lease: term)
  }

  private func untilRefresh() throws -> LeaseTerm {
    .untilRoute(try #require(stage.names.place(of: "account.refresh")))
  }

  // MARK: - So many requests

  @Test(arguments: names)
  func `answers as many requests as it says, then what lay below does`(
    name: String, source: String
  ) throws {
    try stage.choose([name: .variant(.forbidden)])
    try stage.choose([name: leased(.serverError, .requests(2))])
    let before = world.current.revision
    stage.changes.clear()

    let decided = try stage.decided("/users", "/users", "/users", "/users")

    #expect(
      decided
        == ["serverError/\(source)", "serverError/\(source)"]
        + ["forbidden/\(source)", "forbidden/\(source)"])
    #expect(world.current.revision == before + 1)
    #expect(stage.changes.revisions == [before + 1])
    #expect(stage.changes.parts == [.choices])
  }

  @Test func `goes away where nothing lay below`() throws {
    try stage.choose(["users.list": leased(.serverError, .requests(1))])

    #expect(try stage.decided("/users") == ["serverError/route"])

    // At once, not with the next request.
    #expect(world.current.choices[0].source == .default)
    #expect(world.current.choices[0].lease == nil)
    #expect(try stage.decided("/users") == ["default/default"])
  }

  @Test func `gives each request to one, whoever asks at the same time`() throws {
    #if RACE
      let rounds = 2
    #else
      let rounds = 20
    #endif
    for _ in 0..<rounds {
      try stage.choose(["users.*": .variant(.forbidden)])
      try stage.choose(["users.*": leased(.serverError, .requests(100))])
      stage.changes.clear()

      let counts = try WorldStage.race { try stage.ask("/users").decided }

      #expect(counts == ["serverError/group": 100, "forbidden/group": 540])
      #expect(stage.changes.revisions == [world.current.revision])
    }
  }

  @Test func `tells what is left`() throws {
    try stage.choose(["users.list": leased(.serverError, .requests(3))])

    _ = try stage.ask("/users")

    #expect(world.current.choices[0].lease?.rest == .requests(2))
  }

  @Test func `is used up by requests alone that it decides about`() throws {
    try stage.choose([
      "*": leased(.empty, .requests(1)), "users.create": .variant(.forbidden),
    ])

    // A choice lies over it, or it passes over a route that lacks the variant.
    #expect(
      try stage.decided("POST /users", "/users/text") == ["forbidden/route", "default/default"])
    #expect(try stage.ask("/users", wanted: "offline").decided == "offline/request")
    #expect(world.current.choices[0].lease?.rest == .requests(1))
    #expect(try stage.decided("/users", "/users") == ["empty/all", "default/default"])
  }

  @Test func `spends nothing on a reset that the client repeats by itself`() throws {
    try stage.choose(["users.*": leased(.offline, .requests(2))])

    for _ in 0..<5 {
      #expect(try stage.ask("/users", isReused: true).decided == "offline/group")
    }
    #expect(world.current.choices[0].lease?.rest == .requests(2))
    // A POST is not repeated, and nothing is on a new connection.
    #expect(try stage.ask("POST /users", isReused: true).decided == "offline/group")
    #expect(try stage.ask("/users").decided == "offline/group")
    #expect(try stage.ask("/users", isReused: true).decided == "default/default")
  }

  // MARK: - Until a moment

  @Test(arguments: names)
  func `ends when its time has come, for the request that comes then too`(
    name: String, source: String
  ) throws {
    try stage.choose([name: .variant(.forbidden)])
    try stage.choose([name: leased(.serverError, .until(stage.time.now + .seconds(30)))])
    stage.changes.clear()

    stage.time.advance(by: .nanoseconds(29_999_999_999))
    #expect(try stage.decided("/users", "/users").allSatisfy { $0 == "serverError/\(source)" })
    #expect(stage.changes.parts.isEmpty)
    stage.time.advance(by: .nanoseconds(1))

    #expect(try stage.decided("/users", "/users").allSatisfy { $0 == "forbidden/\(source)" })
    #expect(stage.changes.revisions == [world.current.revision])
  }

  @Test func `ends by its time without a request`() throws {
    let end = stage.time.now + .seconds(1)
    try stage.choose(["*": leased(.offline, .until(end))])
    #expect(world.current.deadline == end)

    world.endLeases(at: end)
    world.endLeases(at: end)

    #expect(world.current.deadline == nil)
    #expect(world.current.choices.allSatisfy { $0.source == .default })
    #expect(stage.changes.parts.count == 2)
  }

  @Test func `that ends first is looked at first`() throws {
    let now = stage.time.now
    try stage.choose([
      "users.list": leased(.offline, .until(now + .seconds(9))),
      "*": leased(.serverError, .until(now + .seconds(3))),
    ])

    #expect(world.current.deadline == now + .seconds(3))
    stage.time.advance(by: .seconds(3))

    #expect(try stage.decided("/users", "POST /users") == ["offline/route", "default/default"])
    #expect(world.current.deadline == now + .seconds(9))
  }

  // MARK: - Until a route is called

  @Test(arguments: names)
  func `ends once a route is called`(name: String, source: String) throws {
    try stage.choose([name: .variant(.forbidden)])
    try stage.choose([name: leased(.unauthorized, untilRefresh())])
    stage.changes.clear()

    let before = try stage.decided("/users", "/users", "/users")
    _ = try stage.ask("POST /account/refresh")
    let after = try stage.decided("/users", "/users")

    #expect(before.allSatisfy { $0 == "unauthorized/\(source)" })
    #expect(after.allSatisfy { $0 == "forbidden/\(source)" })
    #expect(stage.changes.parts.count == 1)
  }

  @Test func `is not met any more by the call that ends it`() throws {
    try stage.choose(["*": leased(.unauthorized, untilRefresh())])

    #expect(
      try stage.decided("/users", "POST /account/refresh", "/users")
        == ["unauthorized/all", "default/default", "default/default"])
  }

  @Test func `ends by a call that asks for a variant itself`() throws {
    try stage.choose(["*": leased(.unauthorized, untilRefresh())])

    let refresh = try stage.ask("POST /account/refresh", wanted: "serverError")

    #expect(refresh.decided == "serverError/request")
    #expect(try stage.decided("/users") == ["default/default"])
  }

  @Test func `ends in one step with all that the call ends`() throws {
    try stage.choose([
      "users.list": leased(.serverError, untilRefresh()),
      "*": leased(.unauthorized, untilRefresh()), "users.*": leased(.forbidden, .requests(9)),
    ])
    stage.changes.clear()

    let counts = try WorldStage.race(times: 1) {
      let refresh = try stage.ask("POST /account/refresh").decided
      return try "\(refresh) \(stage.ask("/users", wanted: "default").decided)"
    }

    #expect(counts == ["default/default default/request": 64])
    #expect(stage.changes.revisions == [world.current.revision])
    #expect(try stage.decided("/users") == ["forbidden/group"])
  }

  // MARK: - What lies over and below

  struct Pile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What is chosen for the route, one after the other; a number is a lease of so many requests.
    var choices: [(variant: Variant, requests: Int?)]
    /// What answers then.
    var answers: [String]

    init(_ words: String, _ choices: [(Variant, Int?)], _ answers: [String]) {
      testDescription = words
      self.choices = choices
      self.answers = answers
    }
  }

  @Test(arguments: [
    Pile(
      "a lease over one that stays", [(.forbidden, nil), (.offline, 1)], ["offline", "forbidden"]),
    Pile("one that stays, which ends a lease", [(.offline, 9), (.forbidden, nil)], ["forbidden"]),
    Pile(
      "a lease over a lease", [(.offline, 2), (.timeout, 1)],
      ["timeout", "offline", "offline", "default"]),
    Pile(
      "a lease over a lease, over one that stays",
      [(.forbidden, nil), (.offline, 1), (.timeout, 1)], ["timeout", "offline", "forbidden"]),
    Pile(
      "the same variant again, whose lease begins anew",
      [(.offline, 1), (.offline, 2)], ["offline", "offline", "default"]),
    Pile(
      "one that stays in the place of another",
      [(.forbidden, nil), (.offline, 9), (.timeout, nil)], ["timeout", "timeout"]),
  ])
  func `lies over what stays`(_ pile: Pile) throws {
    for (variant, requests) in pile.choices {
      let lease = requests.map { LeaseTerm.requests($0) }
      try stage.choose(["users.list": Override(.variant(variant), lease: lease)])
    }

    let answers = try pile.answers.map { _ in
      try stage.ask("/users").decided.prefix { $0 != "/" }
    }

    #expect(answers.map(String.init) == pile.answers)
  }

  @Test func `is taken back with what lies below`() throws {
    try stage.choose(["users.list": .variant(.forbidden)])
    try stage.choose(["users.list": leased(.offline, .requests(9))])

    try stage.choose(["users.list": nil])

    #expect(try stage.decided("/users") == ["default/default"])
    #expect(world.current.choices[0].lease == nil)
  }

  @Test func `is no choice that stays`() throws {
    try stage.choose(["users.list": .variant(.forbidden), "*": .variant(.serverError)])
    try stage.choose([
      "users.list": leased(.offline, .requests(9)), "users.*": leased(.offline, .requests(9)),
    ])

    #expect(world.current.standing.map(\.selector) == [.all, .route(0)])
  }
}
