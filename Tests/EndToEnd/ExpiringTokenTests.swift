import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// A login whose token expires while ten calls are made, written with `requires:`, `.activating` and
/// `untilRoute` alone.
@Suite("A login and a token that expires")
struct ExpiringTokenTests {
  static let catalog = Catalog(
    RouteGroup("account") {
      Route(
        "account.login", .post, "/login", body: .json(["name": .any]),
        default: .json(["token": "t-1"])
      ).activating(["me.*": .default])
      Route("account.refresh", .post, "/refresh", default: .json(["token": "t-1"]))
    },
    RouteGroup("me", path: "/me", requires: .bearer("t-1"), otherwise: .unauthorized) {
      Route("me.profile", .get, "/profile", default: .json(["name": "Mara"]))
      Route("me.order", .get, "/orders/{id:int}", default: .json(["id": "{{path.id}}"]))
    },
    scenarios: [Scenario("logged out", ["me.*": .unauthorized])])

  let server: MockServer

  init() throws {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    server = try MockServer(catalog: Self.catalog, settings: settings)
  }

  /// A session's calls, as an app makes them: each on a connection of its own.
  struct App: Sendable {
    var port: Int
    var session: String

    func call(
      _ method: String, _ target: String, token: String? = nil, _ body: String? = nil
    ) throws -> RawReply {
      try RawClient(port: port).get(
        target, method: method,
        headers: ["Understudy-Session: \(session)"]
          + (token.map { ["Authorization: Bearer \($0)"] } ?? []), body: body)
    }

    func admin(_ method: String, _ path: String, _ body: String? = nil) throws -> RawReply {
      try call(method, "/__admin\(path)", body)
    }
  }

  private func begin(_ body: String) throws -> App {
    let reply = try RawClient(port: server.port)
      .get("/__admin/sessions", method: "POST", body: body)
    let id = try #require(reply.json?["id"]?.stringValue, "\(reply.text)")
    return App(port: server.port, session: id)
  }

  private func expire(_ app: App) throws {
    let reply = try app.admin(
      "PATCH", "/variants",
      #"{"me.*":{"variant":"unauthorized","lease":{"untilRoute":"account.refresh"}}}"#)
    #expect(reply.status == 200, "\(reply.text)")
  }

  @Test func `gives ten calls their 401, until one refresh lets all ten through`() throws {
    defer { server.stop() }
    // Who has no token sees no profile, and in the scenario not even who has an old one.
    let app = try begin("{}")
    #expect(try app.call("GET", "/me/profile").status == 401)
    let scenario = try app.admin("PUT", "/scenario", #"{"scenario":"logged out"}"#)
    #expect(scenario.status == 200)
    #expect(try app.call("GET", "/me/profile", token: "t-1").status == 401)
    let login = try app.call("POST", "/login", #"{"name":"mara"}"#)
    let token = try #require(login.json?["token"]?.stringValue)
    #expect(try app.call("GET", "/me/profile", token: token).status == 200)

    // The token expires for all, until somebody refreshes it.
    try expire(app)
    let refused = try inParallel(10) { try app.call("GET", "/me/orders/\($0)", token: token) }
    #expect(refused.map(\.status) == Array(repeating: 401, count: 10))

    let refresh = try app.call("POST", "/refresh")
    let fresh = try #require(refresh.json?["token"]?.stringValue)
    let retried = try inParallel(10) { try app.call("GET", "/me/orders/\($0)", token: fresh) }

    #expect(retried.map(\.status) == Array(repeating: 200, count: 10))
    #expect(retried.map(\.text) == (0..<10).map { #"{"id":"\#($0)"}"# })
    // And that was all.
    for (route, count) in [("account.login", 1), ("account.refresh", 1), ("me.order", 20)] {
      let verification = try app.admin(
        "POST", "/verifications", #"{"route":"\#(route)","count":{"exactly":\#(count)}}"#)
      #expect(verification.status == 200, "\(verification.text)")
    }
    // Nobody else is logged in by it.
    #expect(try begin(#"{"scenario":"logged out"}"#).call("GET", "/me/profile").status == 401)
  }

  @Test func `is refreshed once by an app whose calls wait for one another`() throws {
    defer { server.stop() }
    let app = try begin("{}")
    try expire(app)
    let isFresh = Lock(false)

    // Whoever gets a 401 first refreshes; the others wait for it and try again.
    let statuses = try inParallel(10) { number in
      let first = try app.call("GET", "/me/orders/\(number)", token: "t-1")
      guard first.status == 401 else { return first.status }
      try isFresh.withLock { isFresh in
        if !isFresh { isFresh = try app.call("POST", "/refresh").status == 200 }
      }
      return try app.call("GET", "/me/orders/\(number)", token: "t-1").status
    }

    #expect(statuses == Array(repeating: 200, count: 10))
    #expect(try app.admin("GET", "/routes/account.refresh").json?["hits"]?.intValue == 1)
  }
}
