import Curl
import Platform
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

/// A daemon with a record of everything that a report tells.
enum RecordStage {
  static func request(
    _ seq: Int, _ target: String, route: String? = nil, variant: String? = nil,
    status: Int? = 200, ending: String? = "completed", isMatched: Bool? = true,
    method: String = "GET", detail: String? = nil
  ) -> RequestDescription {
    RequestDescription(
      seq: seq, route: route, variant: variant, revision: 1, method: method, target: target,
      status: status, ending: ending, receivedAt: "2026-01-31T12:00:00.250Z", isMatched: isMatched,
      detail: detail)
  }

  static func miss(_ seq: Int, _ target: String) -> RequestDescription {
    request(
      seq, target, status: 404, isMatched: false, detail: "No route takes GET \(target).")
  }

  static let requests: [RequestDescription] = [
    request(1, "/users", route: "users.list", variant: "default"),
    miss(2, "/items?page=2"), miss(3, "/items?page=2"),
    request(4, "/users", route: "users.list", variant: "offline", status: nil, ending: "reset"),
    request(5, "/users", route: "users.list", variant: "offline", status: nil, ending: "reset"),
    request(6, "/users/9", route: "users.detail", variant: "default", status: 500),
    request(7, "/users/8", route: "users.detail", variant: "serverError", status: 500),
    request(8, "/users", route: "users.list", variant: "timeout", status: nil, ending: nil),
    request(9, "/\u{1B}[2J<b>", status: 404, isMatched: false, detail: "No route takes it."),
    request(
      10, "bad", status: 400, ending: "refused", isMatched: nil, detail: "The target is no path."),
  ]

  static func route(
    _ id: String, _ path: String, _ variants: [(String, String)] = [], hits: Int = 0
  ) -> JSON {
    RouteDescription(
      id: id, group: "users", method: "GET", path: path, rules: ["query": [:]],
      variants: ([("default", "200"), ("offline", "reset")] + variants).map {
        .init(name: $0.0, summary: $0.1, delayMilliseconds: nil)
      }, active: "default", source: "default", hits: hits, delayMilliseconds: nil
    ).json
  }

  static let routes: JSON = [
    "routes": [
      route("users.list", "/users", [("flaky", "3 steps"), ("slow", "200")]),
      route("users.detail", "/users/{id}"), route("items.list", "/items"),
      // Called before the record begins.
      route("login", "/login", hits: 4),
    ]
  ]

  static func detail(_ request: RequestDescription) -> JSON {
    var members = request.json.objectValue ?? [:]
    switch request.seq {
    case 2:
      members["nearest"] = [
        [
          "route": "items.list", "method": "GET", "path": "/items",
          "differences": [
            ["part": "query", "name": "page", "expected": "1", "actual": "2"],
            ["part": "header", "name": "X-A", "expected": "b|c", "actual": nil],
          ],
        ]
      ]
    case 6:
      members["response"] = [
        "status": 500, "headers": [["understudy-error", "fixture-missing"]],
        "text": .string(
          JSON.object(["detail": "Fixture 'users/9.json' does not exist."]).text),
      ]
    default:
      members["response"] = ["status": 500, "headers": [["Content-Type", "text/plain"]]]
    }
    return .object(members)
  }

  /// A stage whose daemon has this record, without the details of those that are gone.
  static func stage(
    _ requests: [RequestDescription] = requests, dropped: Int = 0, routes: JSON = routes,
    gone: Set<Int> = []
  ) -> Stage {
    Stage { (call) throws(CurlError) in
      let path = call.url.split(separator: "?")[0]
      let body: JSON
      if path.hasSuffix("/__admin/requests") {
        let after = call.url.split(separator: "after=")[1].prefix { $0.isNumber }
        let page = Array(
          requests.filter { $0.seq > (Int(after) ?? 0) }.prefix(1000))
        body = [
          "requests": .array(page.map(\.json)), "dropped": .int(dropped),
          "next": .int(page.last?.seq ?? (Int(after) ?? 0)),
        ]
      } else if path.hasSuffix("/__admin/routes") {
        body = routes
      } else if let seq = Int(path.split(separator: "/").last ?? ""), !gone.contains(seq),
        let request = requests.first(where: { $0.seq == seq })
      {
        body = detail(request)
      } else {
        return CurlResponse(status: 404, body: [])
      }
      return CurlResponse(status: 200, body: body.bytes())
    }
  }
}
