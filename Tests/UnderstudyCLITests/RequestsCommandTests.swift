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

  @Test func `goes on with those that come until the daemon is gone`() {
    let answers = Lock([
      list([request(1, ending: "completed")], next: 1), list([request(2), request(3)], next: 3),
      list([request(2, ending: "completed"), request(3)], next: 3),
      list([request(4, "/x", route: nil, ending: "completed")], next: 4),
      list([request(3, ending: "cancelled")], next: 4),
    ])
    let stage = Stage { (_) throws(CurlError) in
      let next = answers.withLock { answers -> [JSON] in
        defer { answers = Array(answers.dropFirst()) }
        return Array(answers.prefix(1))
      }
      guard let next = next.first else { throw .couldNotConnect("refused") }
      return CurlResponse(status: 200, body: next.bytes())
    }

    #expect(stage.run("requests", "--follow") == 69)

    #expect(
      stage.output == """
        1  12:00:00.250Z  200  GET /users  users.list default  1.2 ms
        2  12:00:00.250Z  200  GET /users  users.list default  1.2 ms
        3  12:00:00.250Z  ...  GET /users  users.list default\("  ")
        4  12:00:00.250Z  404  GET /x  1.2 ms  No route takes GET /x.
        3  12:00:00.250Z  200 cancelled  GET /users  users.list default  1.2 ms

        """)
    let queries = stage.requests.map { $0.url.split(separator: "?").last ?? "" }
    #expect(
      queries == [
        "limit=20", "after=1&limit=1000&waitSeconds=25", "after=1&limit=1000",
        "after=3&limit=1000&waitSeconds=1", "after=2&limit=1000",
        "after=4&limit=1000&waitSeconds=25",
      ])
    #expect(stage.requests[1].timeout > .seconds(25))
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
  ])
  func `says what is wrong`(arguments: [String], error: String) {
    let stage = Stage(body: list([], next: 0))

    #expect(stage.runner.run(arguments).rawValue == 64)

    #expect(stage.error == error)
  }
}
