import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("A command that speaks to a daemon")
struct CommandTests {
  @Test
  func `flips one route`() {
    let stage = Stage(body: routeList(("users.list", "offline", "route"), ("users.page", "x", "y")))

    #expect(stage.run("activate", "users.list", "offline", "--url", "http://mock:1/") == 0)

    #expect(stage.requests.first?.method == "PATCH")
    #expect(stage.requests.first?.url == "http://mock:1/__admin/variants")
    #expect(stage.requests.first?.body == Array(#"{"users.list":"offline"}"#.utf8))
    #expect(stage.output == "users.list answers with 'offline'.\n")
  }

  @Test
  func `flips a group, and tells which routes went another way`() {
    let stage = Stage(
      body: routeList(
        ("users.list", "empty", "group"), ("users.all", "empty", "group"),
        ("users.page", "default", "default"), ("items.list", "empty", "default")))

    #expect(stage.run("activate", "users.*", "empty") == 0)

    #expect(stage.output == "2 routes answer with 'empty'.\nusers.page answers with 'default'.\n")
  }

  @Test
  func `flips all routes`() {
    let stage = Stage(body: routeList(("users.list", "offline", "all")))

    #expect(stage.run("activate", "--all", "offline") == 0)

    #expect(stage.requests.first?.method == "PUT")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/variant")
    #expect(stage.requests.first?.body == Array(#"{"variant":"offline"}"#.utf8))
  }

  @Test
  func `takes choices back`() {
    let stage = Stage(body: routeList(("users.list", "default", "default")))

    #expect(stage.run("restore", "users.list") == 0)
    #expect(stage.run("restore", "--all") == 0)

    #expect(stage.requests.map(\.method) == ["PATCH", "DELETE"])
    #expect(stage.requests.first?.body == Array(#"{"users.list":null}"#.utf8))
    #expect(stage.requests.last?.url == "http://localhost:8080/__admin/variants")
    #expect(stage.requests.last?.body == nil)
  }

  @Test(arguments: [
    (["--requests", "2"], #"{"requests":2}"#), (["--seconds", "0.5"], #"{"seconds":0.5}"#),
    (["--seconds=30"], #"{"seconds":30}"#),
    (["--until-route", "account.refresh"], #"{"untilRoute":"account.refresh"}"#),
  ])
  func `flips for a while`(_ options: [String], _ lease: String) {
    let stage = Stage(body: routeList(("users.list", "offline", "route")))

    #expect(stage.run(["activate", "users.list", "offline"] + options) == 0)

    let body = #"{"users.list":{"variant":"offline","lease":\#(lease)}}"#
    #expect(stage.requests.first?.body == Array(body.utf8))
  }

  @Test(arguments: [
    (Lease.requests(1), "for 1 more request"), (.requests(2), "for 2 more requests"),
    (.seconds(29.96), "for 30 more seconds"), (.seconds(0.01), "for 0.1 more seconds"),
    (.untilRoute("a.b"), "until 'a.b' is called"),
  ])
  func `tells what is left of a lease`(_ lease: Lease, _ words: String) {
    let stage = Stage(
      body: routeList(
        ("users.list", "offline", "group"), ("users.all", "offline", "group"),
        ("users.page", "offline", "route"), lease: lease, ofFirst: 2))

    #expect(stage.run("activate", "users.*", "offline") == 0)
    #expect(stage.run("routes") == 0)

    #expect(
      stage.output.hasPrefix(
        "2 routes answer with 'offline' \(words).\nusers.page answers with 'offline'.\n"))
    #expect(stage.output.contains("offline  group \(words)  12\n"))
  }

  @Test
  func `waits for requests that began before a change`() {
    var answer = routeList(("users.list", "offline", "route")).objectValue ?? [:]
    answer["drained"] = true
    answer["unfinished"] = []
    let stage = Stage(body: .object(answer))

    #expect(stage.run("activate", "users.list", "offline", "--drain") == 0)
    #expect(stage.run("restore", "--all", "--drain", "--session", "a") == 0)

    #expect(stage.output == String(repeating: "users.list answers with 'offline'.\n", count: 2))
    #expect(
      stage.requests.map(\.url) == [
        "http://localhost:8080/__admin/variants?drain=true",
        "http://localhost:8080/__admin/variants?drain=true&session=a",
      ])
    #expect(stage.requests[0].timeout > .seconds(60))
  }

  @Test(arguments: [["activate", "users.list", "offline"], ["restore", "users.list"]])
  func `names the requests that it has waited for in vain`(_ arguments: [String]) {
    var answer = routeList(("users.list", "offline", "route")).objectValue ?? [:]
    answer["drained"] = false
    answer["unfinished"] = [
      RequestDescription(
        seq: 7, route: "users.list", variant: "timeout", revision: 1, method: "GET",
        target: "/users", receivedAt: "2026-01-31T12:00:00.250Z", isMatched: true
      ).json
    ]
    let stage = Stage(body: .object(answer))

    #expect(stage.run(arguments + ["--drain"]) == 1)

    #expect(
      stage.output == """
        users.list answers with 'offline'.
        Not ended: 1 request that began before.
        SEQ  TIME           STATUS  METHOD  TARGET  ROUTE       VARIANT  MS
        7    12:00:00.250Z  ...     GET     /users  users.list  timeout\("  ")

        """)
  }

  @Test(arguments: [["activate", "users.list", "offline"], ["scenario", "--off"]])
  func `does not take an answer for drained that does not say so`(_ arguments: [String]) {
    let stage = Stage(body: routeList(("users.list", "offline", "route")))

    #expect(stage.run(arguments + ["--drain"]) == 69)
  }

  @Test
  func `resets all parts, or some`() {
    let stage = Stage(body: ["revision": 3])

    #expect(stage.run("reset") == 0)
    #expect(stage.run("reset", "--only", "held,choices") == 0)

    #expect(
      stage.requests.first?.body
        == Array(#"{"only":["choices","network","positions","journal","held"]}"#.utf8))
    #expect(stage.requests.last?.body == Array(#"{"only":["held","choices"]}"#.utf8))
    #expect(stage.output == "Everything is back to the start.\nBack to the start: held, choices.\n")
  }

  @Test
  func `tells that a daemon serves`() {
    let stage = Stage(
      body: Health(version: "0.1.0", uptimeSeconds: 7, routes: 12, revision: 3).json)

    #expect(stage.run("status") == 0)

    #expect(
      stage.output == """
        Understudy 0.1.0 serves 12 routes at http://localhost:8080
          up        7 s
          revision  3

        """)
  }

  @Test
  func `lists routes in columns`() {
    let stage = Stage(
      body: routeList(("users.list", "serverError", "route"), ("a", "default", "default")))

    #expect(stage.run("routes") == 0)

    #expect(
      stage.output == """
        ROUTE       METHOD  PATH           ACTIVE       SOURCE   HITS
        users.list  GET     /users?page=2  serverError  route    12
        a           GET     /users?page=2  default      default  12

        """)
  }

  @Test
  func `lists routes for programs as the daemon does`() throws {
    let list = routeList(("users.list", "default", "default"))
    let stage = Stage(body: list)

    #expect(stage.run("routes", "--json") == 0)

    #expect(try JSON(parsing: stage.output) == list)
  }

  @Test
  func `lists its own routes where nobody serves`() {
    let stage = Stage()

    #expect(stage.run("routes") == 0)

    #expect(
      stage.error
        == "No daemon answers at http://localhost:8080. These are the routes of this program.\n")
    #expect(
      stage.output == """
        ROUTE       METHOD  PATH           ACTIVE   SOURCE   HITS
        users.list  GET     /users         default  default  0
        users.page  GET     /users?page=2  default  default  0

        """)
  }

  @Test(arguments: [("UNDERSTUDY_URL", "http://mock:1"), ("UNDERSTUDY_SESSION", "checkout")])
  func `lists nothing where the daemon or session that was named is not there`(
    _ variable: String, _ value: String
  ) {
    let stage = Stage(environment: [variable: value])

    #expect(stage.run("routes") == 69)

    #expect(stage.output.isEmpty)
  }

  @Test func `does not speak for the base where the name of a session came out empty`() {
    let stage = Stage(environment: ["UNDERSTUDY_SESSION": ""])

    #expect(stage.run("activate", "users.list", "serverError") == 78)

    #expect(stage.requests.isEmpty)
    #expect(
      stage.error.hasPrefix(
        "error: Environment variable 'UNDERSTUDY_SESSION' is set, and empty.\n"))
  }

  @Test
  func `speaks for a session`() {
    let stage = Stage(environment: ["UNDERSTUDY_SESSION": "check out"])

    _ = stage.run("routes")
    _ = stage.run("requests", "--session", "*")
    _ = stage.run("session")

    #expect(
      stage.requests.map(\.url) == [
        "http://localhost:8080/__admin/routes?session=check%20out",
        "http://localhost:8080/__admin/requests?limit=20&session=%2A",
        "http://localhost:8080/__admin/sessions",
      ])
  }

  @Test
  func `carries the token`() {
    let stage = Stage(environment: ["UNDERSTUDY_ADMIN_TOKEN": "secret"])

    _ = stage.run("status")
    _ = stage.run("status", "--token", "other")

    let sent = stage.requests.map { $0.headers.first { $0.name == "Authorization" }?.value }
    #expect(sent == ["Bearer secret", "Bearer other"])
  }
}
