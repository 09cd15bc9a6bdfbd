import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("The commands 'held' and 'release'")
struct HeldCommandTests {
  private static func request(_ seq: Int, _ target: String) -> RequestDescription {
    RequestDescription(
      seq: seq, route: "users.list", variant: "timeout", revision: 1, method: "GET",
      target: target, receivedAt: "2026-01-31T12:00:00.250Z", isMatched: true)
  }

  private let list: JSON = [
    "held": [
      HeldDescription(request(7, "/users"), heldMilliseconds: 1251).json,
      HeldDescription(request(11, "/users?page=2"), heldMilliseconds: 40).json,
    ]
  ]

  @Test func `lists what is held and for how long`() {
    let stage = Stage(body: list)

    #expect(stage.run("held") == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/held")
    #expect(
      stage.output == """
        SEQ  ROUTE       VARIANT  METHOD  TARGET         HELD
        7    users.list  timeout  GET     /users         1.3 s
        11   users.list  timeout  GET     /users?page=2  0.0 s

        """)
  }

  @Test func `lists nothing where nothing is held`() {
    let stage = Stage(body: ["held": []])

    #expect(stage.run("held") == 0)

    #expect(stage.output == "SEQ  ROUTE  VARIANT  METHOD  TARGET  HELD\n")
  }

  @Test func `prints what programs read`() throws {
    let stage = Stage(body: list)

    #expect(stage.run("held", "--json") == 0)

    #expect(try JSON(parsing: stage.output) == list)
  }

  @Test(arguments: [
    (["--wait", "5"], "?count=1&waitSeconds=5"),
    (["--wait", "500ms", "--count", "2"], "?count=2&waitSeconds=0.5"),
    (["--route", "a&b", "--count", "2"], "?route=a%26b"),
    (
      ["--route", "users.list", "--wait=30s", "--session=s"],
      "?route=users.list&count=1&waitSeconds=30&session=s"
    ),
  ])
  func `waits for as many as it is asked for`(_ options: [String], _ query: String) {
    let stage = Stage(body: list)

    #expect(stage.run(["held"] + options) == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/held\(query)")
  }

  @Test func `gives the daemon the time that it is to wait`() {
    let stage = Stage(body: list)

    #expect(stage.run("held", "--wait", "60s") == 0)

    #expect(stage.requests[0].timeout > .seconds(60))
  }

  @Test func `fails where fewer are held than were asked for`() {
    let stage = Stage(body: list)
    let none = Stage(body: ["held": []])

    #expect(stage.run("held", "--count", "2") == 0)
    #expect(stage.run("held", "--count", "3") == 1)
    #expect(none.run("held", "--wait", "0") == 1)

    #expect(stage.output.hasSuffix("0.0 s\n"))
    #expect(stage.error == "error: Only 2 requests are held, not 3.\n")
    #expect(none.error == "error: No request is held, not 1.\n")
  }

  @Test(arguments: [
    (["7"], "/7/release", "{}", ""),
    (["7", "serverError"], "/7/release", #"{"variant":"serverError"}"#, " with 'serverError'"),
    (["--all"], "/release", "{}", ""),
    (
      ["--route", "users.list", "empty"], "/release", #"{"variant":"empty","route":"users.list"}"#,
      " with 'empty'"
    ),
  ])
  func `releases`(_ arguments: [String], _ path: String, _ body: String, _ ending: String) {
    let stage = Stage(body: ["released": [Self.request(7, "/users").json]])

    #expect(stage.run(["release"] + arguments) == 0)

    #expect(stage.requests.first?.method == "POST")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/held\(path)")
    #expect(stage.requests.first?.body == Array(body.utf8))
    #expect(stage.output == "no. 7 GET /users (users.list) is released\(ending).\n")
  }

  @Test func `fails where nothing is held that it could release`() {
    let stage = Stage(
      status: 404, body: Problem(404, .notHeld, "Request 7 is not held.").json)

    #expect(stage.run("release", "7") == 1)

    #expect(stage.error == "error: Request 7 is not held.\n")
  }
}
