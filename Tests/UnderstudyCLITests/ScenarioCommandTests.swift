import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("The command 'scenario'")
struct ScenarioCommandTests {
  private let list: JSON = [
    "scenarios": [
      ScenarioDescription(
        name: "logged out", base: nil, isActive: false, choices: ["me.*": "unauthorized"],
        routes: [
          .init(id: "me.profile", variant: "unauthorized", active: "empty"),
          .init(id: "me.badge", variant: "unauthorized", active: "empty"),
        ]
      ).json,
      ScenarioDescription(
        name: "new", base: "logged out", isActive: true, choices: [:], routes: []
      ).json,
    ], "active": "new",
  ]

  @Test func `lists scenarios with the routes that they change`() {
    let stage = Stage(body: list)

    #expect(stage.run("scenario") == 0)

    #expect(stage.requests.first?.method == "GET")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/scenarios")
    #expect(
      stage.output == """
        SCENARIO    ACTIVE  ROUTES
        logged out  -       me.profile unauthorized, me.badge unauthorized
        new         yes     \("")

        """)
  }

  @Test func `prints what programs read`() throws {
    let stage = Stage(body: list)

    #expect(stage.run("scenario", "--json") == 0)

    #expect(try JSON(parsing: stage.output) == list)
  }

  @Test func `chooses one, and tells what answers by it`() {
    let stage = Stage(
      body: routeList(
        ("me.profile", "unauthorized", "scenario"), ("me.badge", "unauthorized", "scenario"),
        ("users.list", "offline", "route")))

    #expect(stage.run("scenario", "logged out") == 0)

    #expect(stage.requests.first?.method == "PUT")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/scenario")
    #expect(stage.requests.first?.body == Array(#"{"scenario":"logged out"}"#.utf8))
    #expect(
      stage.output
        == "Scenario 'logged out' is chosen.\n2 routes answer with 'unauthorized'.\n")
  }

  @Test func `leaves what lies on top, where it is told to`() {
    let stage = Stage(body: routeList())

    #expect(stage.run("scenario", "new", "--keep-overrides", "--session", "a") == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/scenario?session=a")
    #expect(
      stage.requests.first?.body == Array(#"{"scenario":"new","keepOverrides":true}"#.utf8))
  }

  @Test func `chooses none`() {
    let stage = Stage(body: routeList())

    #expect(stage.run("scenario", "--off") == 0)

    #expect(stage.requests.first?.method == "DELETE")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/scenario")
    #expect(stage.requests.first?.body == nil)
    #expect(stage.output == "No scenario is chosen.\n")
  }

  @Test func `names the scenarios that there are`() {
    let stage = Stage(
      status: 404,
      body: Problem(
        404, .unknownScenario, "There is no scenario 'x'.", members: ["known": ["logged out"]]
      ).json)

    #expect(stage.run("scenario", "x") == 64)

    #expect(stage.error == "error: There is no scenario 'x'.\n  hint    known are logged out\n")
  }
}
