import Curl
import Platform
import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

/// Requests as a daemon lists them.
private func list(_ requests: [RequestDescription], next: Int, dropped: Int = 0) -> JSON {
  [
    "requests": .array(requests.map(\.json)), "dropped": .int(dropped), "next": .int(next),
  ]
}

private func request(
  _ seq: Int, _ target: String = "/users", route: String? = "users.list", ending: String? = nil
) -> RequestDescription {
  RequestDescription(
    seq: seq, route: route, variant: route == nil ? nil : "default", revision: 1, method: "GET",
    target: target, status: ending == nil ? nil : (route == nil ? 404 : 200), ending: ending,
    receivedAt: "2026-01-31T12:00:00.250Z", totalMilliseconds: ending == nil ? nil : 1.24,
    isMatched: route != nil, detail: route == nil ? "No route takes GET \(target)." : nil)
}

@Suite("The command 'requests'")
struct RequestsCommandTests {
  @Test func `lists the newest in columns`() {
    let stage = Stage(
      body: list(
        [
          request(7, ending: "completed"), request(8, "/user", route: nil, ending: "completed"),
          request(9), request(10, ending: "cancelled"),
        ], next: 10, dropped: 3))

    #expect(stage.run("requests") == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/requests?limit=20")
    #expect(
      stage.output == """
        SEQ  TIME           STATUS         METHOD  TARGET  ROUTE       VARIANT  MS
        7    12:00:00.250Z  200            GET     /users  users.list  default  1.2 ms
        8    12:00:00.250Z  404            GET     /user   -           -        1.2 ms
        9    12:00:00.250Z  ...            GET     /users  users.list  default\("  ")
        10   12:00:00.250Z  200 cancelled  GET     /users  users.list  default  1.2 ms

        """)
    #expect(stage.error == "3 older requests are on record no more.\n")
  }

  @Test func `asks for some of them`() {
    let stage = Stage(body: list([], next: 0))

    #expect(stage.run("requests", "--unmatched", "--route", "a b&", "--limit", "5") == 0)

    #expect(
      stage.requests.first?.url
        == "http://localhost:8080/__admin/requests?limit=5&route=a%20b%26&matched=false")
  }

  @Test func `chooses as the admin API does`() {
    let stage = Stage(body: list([], next: 0))

    #expect(
      stage.run(
        "requests", "--variant", "empty", "--status", "204", "--method", "POST", "--path",
        "/users/{id}", "--query", "page=2", "--query", "q=a=b&", "--ending", "completed") == 0)

    #expect(
      stage.requests.first?.url == "http://localhost:8080/__admin/requests?limit=20&status=204"
        + "&ending=completed&variant=empty&method=POST&path=%2Fusers%2F%7Bid%7D"
        + "&query.page=2&query.q=a%3Db%26")
  }

  @Test func `sets apart what failed, what was chosen and what changes something`() {
    var post = request(3, ending: "completed")
    (post.method, post.status, post.variant) = ("POST", 500, "serverError")
    let stage = Stage(
      body: list(
        [
          request(1, ending: "completed"), request(2, "/x", route: nil, ending: "completed"), post,
          request(4, ending: "cancelled"), request(5),
        ], next: 5))
    var runner = stage.runner
    runner.console.isColoured = true

    #expect(runner.run(["requests"]) == .ok)

    let lines = stage.output.split(separator: "\n").map { line in
      line.replacing("\u{1B}[0m", with: ">").replacing("\u{1B}[", with: "<")
    }
    #expect(lines[1].contains("<32m200>") && lines[1].contains("<36mGET>"))
    #expect(lines[2].contains("<33m404>") && lines[2].contains("<33m->"))
    #expect(lines[3].contains("<31m500>") && lines[3].contains("<34mPOST>"))
    #expect(lines[3].contains("<35mserverError>"))
    #expect(lines[4].contains("<35m200 cancelled>"))
    #expect(lines[5].contains("  ...  ") && !lines[5].contains("<35m"))
  }

  @Test func `shows one as it went over the wire`() {
    var detail = request(8, "/user", route: nil, ending: "completed").json.objectValue ?? [:]
    detail["request"] = [
      "method": "GET", "target": "/user", "query": [], "headers": [["Host", "localhost"]],
      "text": "{\"a\":1}", "bodyLength": 7, "bodyTruncated": false,
    ]
    detail["response"] = [
      "status": 404, "headers": [["X-A", "1"]], "base64": "H4s=", "bodyLength": 9,
      "bodyTruncated": true,
    ]
    detail["nearest"] = [
      [
        "route": "users.list", "path": "/users",
        "differences": [
          ["part": "path", "name": nil, "expected": "/users", "actual": "/user"],
          ["part": "query", "name": "a", "expected": nil, "actual": "1"],
        ],
      ]
    ]
    let stage = Stage(body: .object(detail))

    #expect(stage.run("requests", "8") == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/requests/8")
    #expect(
      stage.output == """
        no. 8  2026-01-31T12:00:00.250Z  completed after 1.2 ms
        route  none
        why    No route takes GET /user.

        > GET /user
        > Host: localhost

        {"a":1}

        < 404
        < X-A: 1

        base64 H4s=
        ... of 9 bytes in all

        near   users.list /users
               path: expected '/users', got '/user'
               query 'a': expected nothing, got '1'

        """)
  }

  @Test func `prints what programs read`() throws {
    let answer = list([request(1, ending: "completed")], next: 1)
    let stage = Stage(body: answer)

    #expect(stage.run("requests", "--json") == 0)

    #expect(try JSON(parsing: stage.output) == answer)
  }

  @Test(arguments: [
    (["requests", "seven"], "error: 'seven' is no number of a request, such as 7.\n"),
    (
      ["requests", "7", "--route", "x"],
      "error: Option '--route' is for lists, not for one request.\n"
    ),
    (
      ["requests", "--limit", "0"],
      "error: Option '--limit' must be a whole number from 1 to 100000, not '0'.\n"
    ),
    (
      ["requests", "--status", "99"],
      "error: Option '--status' must be a whole number from 100 to 599, not '99'.\n"
    ),
    (
      ["requests", "--query", "page"],
      "error: Option '--query' must be a name and a value such as page=2, not 'page'.\n"
    ),
    (
      ["requests", "--ending", "done"],
      "error: Option '--ending' must be one of 'completed', 'cancelled', 'reset', 'closed', "
        + "'refused', 'incomplete', 'dropped', 'failed', not 'done'.\n"
    ),
    (
      ["requests", "7", "--follow"], "error: Option '--follow' is for lists, not for one request.\n"
    ),
  ])
  func `says what is wrong`(arguments: [String], error: String) {
    let stage = Stage(body: list([], next: 0))

    #expect(stage.runner.run(arguments).rawValue == 64)

    #expect(stage.error == error)
  }
}
