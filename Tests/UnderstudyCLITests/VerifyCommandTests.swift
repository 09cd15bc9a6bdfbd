import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("The command 'verify'")
struct VerifyCommandTests {
  private static let request = RequestDescription(
    seq: 4, route: "users.list", variant: "default", revision: 1, method: "GET", target: "/users",
    status: 200, ending: "completed", receivedAt: "2026-01-31T12:00:00.250Z",
    totalMilliseconds: 1.24, isMatched: true)

  private static let verified: JSON = [
    "verified": true, "expected": ["exactly": 1], "count": 1, "total": 1, "dropped": 0,
    "waitedMilliseconds": 2, "requests": [request.json],
  ]

  private static func failed(_ code: String, nearest: JSON = []) -> JSON {
    [
      "type": "about:blank", "status": 409, "code": .string(code),
      "detail": "Expected exactly 2 requests for route 'users.list', but 1 came.",
      "requests": [request.json], "nearest": nearest,
    ]
  }

  @Test func `tells what came as expected`() {
    let stage = Stage(body: Self.verified)

    #expect(stage.run("verify", "users.list", "--exactly", "1", "--within", "5s") == 0)

    #expect(stage.requests.first?.method == "POST")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/verifications")
    #expect(stage.requests.first?.timeout == .seconds(15))
    #expect(
      stage.output == """
        As expected: 1 request.
        SEQ  TIME           STATUS  METHOD  TARGET  ROUTE       VARIANT  MS
        4    12:00:00.250Z  200     GET     /users  users.list  default  1.2 ms

        """)
  }

  @Test(arguments: [
    (["users.list"], #"{"route":"users.list","count":{"atLeast":1}}"#),
    (["users.list", "--at-most", "0"], #"{"route":"users.list","count":{"atMost":0}}"#),
    (["--unmatched", "--exactly", "0"], #"{"unmatched":true,"count":{"exactly":0}}"#),
    (
      ["--method", "POST", "--path", "/users/{id}", "--at-least", "2"],
      #"{"where":{"method":"POST","path":"/users/{id}"},"count":{"atLeast":2}}"#
    ),
    (
      ["users.list", "--where", #"{"query":{"page":2}}"#, "--method", "GET", "--settle", "500ms"],
      #"{"route":"users.list","where":{"method":"GET","query":{"page":2}},"count":{"atLeast":1},"settleSeconds":0.5}"#
    ),
    (
      ["--order", "account.login,me.profile", "--within", "2"],
      #"{"order":["account.login","me.profile"],"withinSeconds":2}"#
    ),
    (
      ["--order", #"["account.login",{"where":{"path":"/me"}}]"#],
      #"{"order":["account.login",{"where":{"path":"/me"}}]}"#
    ),
  ])
  func `asks what the options say`(_ options: [String], _ body: String) throws {
    let stage = Stage(body: Self.verified)

    #expect(stage.run(["verify"] + options) == 0)

    let sent = try #require(stage.requests.first?.body)
    #expect(try JSON(parsing: sent) == JSON(parsing: body))
  }

  @Test(arguments: ["verification-failed", "journal-incomplete"])
  func `tells what came instead`(_ code: String) {
    let near: JSON = [
      "request": Self.request.json,
      "differences": [["part": "query", "name": "page", "expected": "2", "actual": nil]],
    ]
    let stage = Stage(status: 409, body: Self.failed(code, nearest: [near, near]))

    #expect(stage.run("verify", "users.list", "--exactly", "2") == 1)

    #expect(
      stage.error == """
        error: Expected exactly 2 requests for route 'users.list', but 1 came.
          near    no. 4, GET /users: query 'page': expected '2', got nothing

        """)
    #expect(
      stage.output.hasSuffix(
        "4    12:00:00.250Z  200     GET     /users  users.list  default  1.2 ms\n"))
  }

  @Test func `prints what programs read, either way`() throws {
    let (good, bad) = (
      Stage(body: Self.verified), Stage(status: 409, body: Self.failed("verification-failed"))
    )

    #expect(good.run("verify", "users.list", "--json") == 0)
    #expect(bad.run("verify", "users.list", "--json") == 1)

    #expect(try JSON(parsing: good.output) == Self.verified)
    #expect(try JSON(parsing: bad.output) == Self.failed("verification-failed"))
    #expect(bad.error.isEmpty)
  }

  @Test func `tells an order as one`() {
    var answer = Self.verified.objectValue ?? [:]
    answer["requests"] = [Self.request.json, Self.request.json]
    let stage = Stage(body: .object(answer))

    #expect(stage.run("verify", "--order", "a.b,a.c") == 0)

    #expect(stage.output.hasPrefix("As expected: 2 requests in this order.\n"))
  }

  @Test func `says what the daemon does not know`() {
    let stage = Stage(
      status: 404, body: ["code": "unknown-route", "detail": "No route has the id 'users.lst'."])

    #expect(stage.run("verify", "users.lst") == 64)

    #expect(stage.error == "error: No route has the id 'users.lst'.\n")
  }

  @Test(arguments: [
    (
      [],
      """
      error: 'verify' needs a route, '--method', '--path', '--where', '--order' or '--unmatched'.
        hint    usage: understudy verify [ROUTE]

      """
    ),
    (
      ["a.b", "--exactly", "1", "--at-most", "2"],
      "error: Options '--exactly' and '--at-most' exclude each other: give one.\n"
    ),
    (["a.b", "--order", "a.b"], "error: Option '--order' names the routes: there is no other.\n"),
    (
      ["--order", "a.b", "--exactly", "1"],
      "error: Options '--order' and '--exactly' exclude each other: give one.\n"
    ),
    (
      ["--order", "a.b,"],
      "error: Option '--order' must be ids of routes with commas between them, or an array of "
        + "JSON, not 'a.b,'.\n"
    ),
    (
      ["--order", #"[{"path":"/"}]"#],
      "error: Option '--order' cannot be read. 'order[0]': Field 'path' is not known here. "
        + "Known: 'route', 'where'.\n"
    ),
    (
      ["a.b", "--unmatched"],
      "error: Option '--unmatched' counts what no route took, 'a.b' neither.\n"
    ),
    (
      ["--where", "{"],
      "error: Option '--where' must be a JSON object such as {\"query\": {\"page\": 2}}, not '{'.\n"
    ),
    (
      ["--where", #"{"method":"GET"}"#, "--method", "GET"],
      "error: Option '--where' has a rule for 'method', and '--method' is given too.\n"
    ),
    (
      ["a.b", "--within", "2h"],
      "error: Option '--within' must be a time of up to 1 hour such as 2, 2s or 500ms, not '2h'.\n"
    ),
    (
      ["a.b", "--exactly", "one"],
      "error: Option '--exactly' must be a whole number from 0 to 1000000000, not 'one'.\n"
    ),
  ])
  func `says what is wrong`(_ options: [String], _ error: String) {
    let stage = Stage()

    #expect(stage.run(["verify"] + options) == 64)

    #expect(stage.error == error)
    #expect(stage.requests.isEmpty)
  }
}
