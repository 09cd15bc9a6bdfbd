import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("An activation")
struct ActivationTests {
  static let catalog = Catalog(
    RouteGroup("account", path: "/account") {
      Route(
        "account.login", .post, "/login", query: .ignored, requires: .header("X-Key", .any),
        otherwise: .forbidden, default: .json(["token": "t-1"])
      )
      .answering(.query("wrong", "1"), with: .unauthorized)
      .activating([
        "me.*": .default, "cart.*": .sequence(.status(201), .status(202), .status(203)),
      ])
      Route("account.start", .get, "/start", default: .sequence(.fault(.reset), .status(200)))
        .activating(["me.*": .notFound])
    },
    RouteGroup("me", path: "/me", requires: .bearer("t-1")) {
      Route("me.profile", .get, "/profile", default: .status(200))
    },
    RouteGroup("cart", path: "/cart") { Route("cart.list", .get, default: .json([])) })
  static let key = [(name: "X-Key", value: "1")]

  let stage: WorldStage
  var world: World { stage.world }

  init() throws { stage = try WorldStage(Self.catalog) }

  private func login(
    _ target: String = "/account/login", _ lines: [(name: String, value: String)] = key,
    wanted: String? = nil, in world: World? = nil
  ) throws -> String {
    try stage.ask("POST \(target)", lines, wanted: wanted, in: world).decided
  }

  @Test func `is made at once where a route answers with its default`() throws {
    #expect(
      try stage.decided("/me/profile", "/cart") == ["unauthorized/requirement", "default/default"])

    #expect(try login() == "default/default")

    #expect(try stage.decided("/me/profile", "/cart") == ["default/group", "outcome/group"])
    #expect(stage.changes.revisions == [2])
    #expect(stage.changes.parts == [.choices])
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var target = "/account/login"
    var lines = ActivationTests.key
    var wanted: String?
    var override: Variant?
    var decided: String

    init(
      _ words: String, decided: String, _ change: (inout Example) -> Void = { _ in }
    ) {
      testDescription = words
      self.decided = decided
      change(&self)
    }
  }

  @Test(arguments: [
    Example("an override answers", decided: "serverError/route") { $0.override = .serverError },
    Example("a variant derived from it answers", decided: "loading/route") {
      $0.override = .loading
    },
    Example("the request asks for another variant", decided: "loading/request") {
      $0.wanted = "loading"
    },
    Example("a requirement is not met", decided: "forbidden/requirement") { $0.lines = [] },
    Example("a further answer fits", decided: "unauthorized/rule") {
      $0.target = "/account/login?wrong=1"
    },
  ])
  func `is not made where`(_ example: Example) throws {
    if let variant = example.override {
      try stage.choose(["account.login": .variant(variant)])
    }
    stage.changes.clear()

    let decided = try login(example.target, example.lines, wanted: example.wanted)

    #expect(decided == example.decided)
    #expect(stage.changes.parts.isEmpty)
    #expect(try stage.decided("/me/profile") == ["unauthorized/requirement"])
  }

  @Test func `is made where somebody chose the default`() throws {
    try stage.choose(["account.*": .variant(.serverError)])
    #expect(try login(wanted: "default") == "default/request")
    #expect(try stage.decided("/me/profile") == ["default/group"])
    world.clear()

    try stage.choose(["account.login": .variant(.default)])
    #expect(try login() == "default/route")

    #expect(try stage.decided("/me/profile") == ["default/group"])
  }

  @Test func `changes nothing the second time, and begins no sequence anew`() throws {
    _ = try login()
    stage.changes.clear()

    #expect(try stage.words("/cart") == ["201"])
    _ = try login()
    #expect(try stage.words("/cart") == ["202"])
    _ = try login()

    #expect(try stage.words("/cart") == ["203"])
    #expect(stage.changes.parts.isEmpty)
  }

  @Test func `is one change, whoever asks at the same time`() throws {
    let counts = try WorldStage.race(times: 2) {
      let login = try stage.ask("POST /account/login", Self.key).decided
      return try "\(login) \(stage.ask("/me/profile").decided)"
    }

    #expect(counts == ["default/default default/group": 128])
    #expect(stage.changes.revisions == [2])
  }

  @Test func `is made again after another choice, with its sequences at the start`() throws {
    _ = try login()
    #expect(try stage.words("/cart", "/cart") == ["201", "202"])
    try stage.choose(["cart.list": .variant(.empty), "cart.*": .variant(.offline)])
    try stage.choose(["me.*": Override(.variant(.offline), lease: .requests(9))])

    _ = try login()
    try stage.choose(["cart.list": nil])

    #expect(try stage.decided("/me/profile") == ["default/group"])
    #expect(try stage.words("/cart") == ["201"])
  }

  @Test func `is made in the world of the request alone`() throws {
    let session = try World(copying: world, book: JournalBook(.session(.make())))

    _ = try login(in: session)

    #expect(try stage.decided("/me/profile", in: session) == ["default/group"])
    #expect(try stage.decided("/me/profile") == ["unauthorized/requirement"])
    #expect(world.current.revision == 1)
  }

  @Test func `waits for the reset that its client does not show`() throws {
    #expect(try stage.ask("/account/start", isReused: true).word == "reset")
    #expect(stage.changes.parts.isEmpty)

    #expect(try stage.ask("/account/start").word == "reset")

    #expect(try stage.decided("/me/profile") == ["notFound/group"])
  }
}
