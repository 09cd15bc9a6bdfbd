import Curl
import Platform
import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("The command 'report'")
struct ReportCommandTests {
  @Test func `writes the summary of a job`() {
    let stage = RecordStage.stage(dropped: 3)

    #expect(stage.run("report") == 0)

    #expect(
      stage.output == #"""
        ## Understudy

        10 requests are on record, 1 of them under way. 3 older ones are not: what was never called or used may have been theirs.

        ### 3 requests met no route

        | request | times | what differs |
        | --- | ---: | --- |
        | GET /items?page=2 | 2 | nearest: items.list, GET /items<br>query 'page': expected '1', got '2'<br>header 'X-A': expected 'b\|c', got nothing |
        | GET /\\u{1B}\[2J\<b\> | 1 | No route takes it. |

        ### 1 answer could not be made

        | route and request | times | why |
        | --- | ---: | --- |
        | users.detail GET /users/9 | 1 | fixture-missing<br>Fixture 'users/9.json' does not exist. |

        ### 3 requests did not end with a whole answer

        | route, variant and end | times | why |
        | --- | ---: | --- |
        | users.list offline: reset | 2 |  |
        | GET bad: refused | 1 | The target is no path. |

        ### 1 route was never called

        | route | |
        | --- | --- |
        | items.list GET /items |  |

        ### 2 variants were never used

        | route and variant | what it does |
        | --- | --- |
        | users.list flaky | 3 steps |
        | users.list slow | 200 |

        """#)
    #expect(stage.error == "")
  }

  @Test func `says what is in order`() {
    let stage = RecordStage.stage(
      [RecordStage.request(1, "/users", route: "users.list", variant: "default")],
      routes: ["routes": [RecordStage.route("users.list", "/users")]])

    #expect(stage.run("report", "--fail-on", "unmatched,errors,faults,uncalled,unused") == 0)

    #expect(
      stage.output == """
        ## Understudy

        1 request is on record.

        Every request met a route, every answer could be made, every request ended with a whole answer, every route was called, every variant was used.

        """)
  }

  @Test(arguments: [
    ("unmatched", "3 requests met no route"),
    ("errors", "1 answer could not be made"),
    ("faults", "3 requests did not end with a whole answer"),
    ("uncalled", "1 route was never called"),
    ("unused", "2 variants were never used"),
    ("unused,unmatched", "2 variants were never used, 3 requests met no route"),
  ])
  func `fails where it found what it must not`(parts: String, words: String) {
    let stage = RecordStage.stage()

    #expect(stage.run("report", "--fail-on", parts) == 1)

    #expect(stage.error == "error: \(words).\n")
    #expect(stage.output.hasPrefix("## Understudy\n"))
  }

  @Test func `tells programs the same`() throws {
    let stage = RecordStage.stage()

    #expect(stage.run("report", "--format", "json") == 0)

    let report = try JSON(parsing: stage.output)
    #expect(report["requests"] == ["total": 10, "open": 1, "dropped": 0])
    #expect(report["unmatched"]?.arrayValue?.count == 2)
    #expect(report["unmatched"]?[0]?["count"] == 2)
    #expect(report["unmatched"]?[0]?["nearest"]?[0]?["route"] == "items.list")
    #expect(
      report["errors"] == [
        [
          "route": "users.detail", "variant": "default", "method": "GET", "target": "/users/9",
          "count": 1, "seq": 6, "error": "fixture-missing",
        ]
      ])
    #expect(
      report["faults"]?[0] == [
        "route": "users.list", "variant": "offline", "ending": "reset", "count": 2, "seq": 4,
        "detail": nil,
      ])
    #expect(
      report["uncalled"] == [["route": "items.list", "method": "GET", "path": "/items"]])
    #expect(
      report["unused"]?.arrayValue?.compactMap { $0["variant"]?.stringValue } == ["flaky", "slow"])
  }

  @Test func `asks for the whole record, page by page, and for each thing once`() {
    let requests = (1...2500).map { seq in RecordStage.miss(seq, "/x/\(seq % 300)") }
    let stage = RecordStage.stage(requests)

    #expect(stage.run("report", "--session", "*") == 0)

    let urls = stage.requests.map { $0.url.replacing("http://localhost:8080/__admin/", with: "") }
    #expect(
      Array(urls.prefix(3))
        == [0, 1000, 2000].map { "requests?after=\($0)&limit=1000&session=%2A" })
    // Of so many that are different, the rest is told without its details.
    #expect(urls.count { $0.hasPrefix("requests/") } == 200)
    #expect(urls.filter { $0.hasPrefix("requests/") }.allSatisfy { $0.hasSuffix("?session=%2A") })
    // Routes are the same for all.
    #expect(urls.last == "routes")
    #expect(stage.output.contains("### 2500 requests met no route\n"))
    #expect(
      stage.output.contains(
        "| GET /x/200 | 8 | No route takes GET /x/200. |\n\n… and 100 more.\n"))
  }

  @Test func `shortens what is too long for a cell`() {
    let target = "/" + String(repeating: "x", count: 300)
    let stage = RecordStage.stage([
      RecordStage.request(1, target, status: 404, isMatched: false, detail: "No route takes it.")
    ])

    #expect(stage.run("report") == 0)

    #expect(
      stage.output.contains("| GET \(target.prefix(195))… | 1 | No route takes it. |\n"))
  }

  @Test func `finds what could not be made behind many answers that were meant`() {
    let meant = (100..<500).map { seq in
      RecordStage.request(
        seq, "/users/\(seq)", route: "users.detail", variant: "serverError", status: 500)
    }
    let failed = RecordStage.request(
      6, "/users/9", route: "users.detail", variant: "default", status: 500)
    let stage = RecordStage.stage(meant + [failed])

    #expect(stage.run("report", "--fail-on", "errors") == 1)

    #expect(stage.error == "error: 1 answer could not be made.\n")
    #expect(stage.requests.count { $0.url.contains("/requests/") } == 201)
  }

  @Test func `finds what could not be made beyond the details that it asks for`() {
    let detailed = RecordStage.request(
      6, "/users/6", route: "users.detail", variant: "default", status: 500)
    let others = (100..<300).map { seq in
      RecordStage.request(
        seq, "/users/\(seq)", route: "users.detail", variant: "default", status: 500)
    }
    let stage = RecordStage.stage([detailed] + others)

    #expect(stage.run("report", "--fail-on", "errors") == 1)

    #expect(stage.error == "error: 2 answers could not be made.\n")
    #expect(
      stage.output.contains(
        "| users.detail GET /users/299 | 1 | its detail was not asked for |\n"))
  }

  @Test func `finds answers whose detail is gone`() throws {
    let stage = RecordStage.stage(
      [RecordStage.request(6, "/users/9", route: "users.detail", variant: "default", status: 500)],
      gone: [6])

    #expect(stage.run("report", "--fail-on", "errors") == 1)

    #expect(stage.error == "error: 1 answer could not be made.\n")
    #expect(
      stage.output.contains("| users.detail GET /users/9 | 1 | its detail is gone |\n"))
  }

  @Test func `tells the targets of faults without a route apart`() {
    let stage = RecordStage.stage(
      [(1, "a"), (2, "b"), (3, "a")].map { seq, target in
        RecordStage.request(
          seq, target, status: 400, ending: "refused", isMatched: nil,
          detail: "The target is no path.")
      })

    #expect(stage.run("report") == 0)

    #expect(stage.output.contains("| GET a: refused | 2 | The target is no path. |\n"))
    #expect(stage.output.contains("| GET b: refused | 1 | The target is no path. |\n"))
  }

  @Test func `takes what a session has called for its own alone`() {
    let stage = RecordStage.stage([])

    #expect(stage.run("report", "--session", "checkout", "--fail-on", "uncalled") == 1)

    #expect(stage.error == "error: 4 routes were never called.\n")
  }

  @Test(arguments: [
    (
      ["--format", "html"],
      "error: Option '--format' must be one of 'markdown', 'junit', 'json', not 'html'.\n"
    ),
    (
      ["--fail-on", "unmatched,unusd"],
      "error: Option '--fail-on' has 'unusd', which is no part of a report. Did you mean 'unused'?\n"
        + "  hint    parts are unmatched, errors, faults, uncalled, unused\n"
    ),
    (
      ["--fail-on", ""],
      "error: Option '--fail-on' has '', which is no part of a report.\n"
        + "  hint    parts are unmatched, errors, faults, uncalled, unused\n"
    ),
  ])
  func `says what is wrong`(arguments: [String], error: String) {
    let stage = RecordStage.stage()

    #expect(stage.run(["report"] + arguments) == 64)

    #expect(stage.error == error)
  }
}
