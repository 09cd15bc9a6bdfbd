import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
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

  let daemon: MockDaemon

  init() async throws {
    daemon = try await MockDaemon.start(Self.catalog)
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

  }

  private func app(_ session: MockSession) -> App {
    App(port: daemon.server.port, session: session.id)
  }

  private func expire(_ session: MockSession) async throws {
    try await session.activate(.unauthorized, for: "me.*", lease: .until("account.refresh"))
  }

  @Test func `gives ten calls their 401, until one refresh lets all ten through`() async throws {
    // Who has no token sees no profile, and in the scenario not even who has an old one.
    let session = try await daemon.client.session()
    let app = app(session)
    #expect(try app.call("GET", "/me/profile").status == 401)
    try await session.choose(scenario: "logged out")
    #expect(try app.call("GET", "/me/profile", token: "t-1").status == 401)
    let login = try app.call("POST", "/login", #"{"name":"mara"}"#)
    let token = try #require(login.json?["token"]?.stringValue)
    #expect(try app.call("GET", "/me/profile", token: token).status == 200)

    // The token expires for all, until somebody refreshes it.
    try await expire(session)
    let refused = try inParallel(10) { try app.call("GET", "/me/orders/\($0)", token: token) }
    #expect(refused.map(\.status) == Array(repeating: 401, count: 10))

    let refresh = try app.call("POST", "/refresh")
    let fresh = try #require(refresh.json?["token"]?.stringValue)
    let retried = try inParallel(10) { try app.call("GET", "/me/orders/\($0)", token: fresh) }

    #expect(retried.map(\.status) == Array(repeating: 200, count: 10))
    #expect(retried.map(\.text) == (0..<10).map { #"{"id":"\#($0)"}"# })
    // And that was all.
    try await session.verify("account.login", .exactly(1))
    try await session.verify("account.refresh", .exactly(1))
    try await session.verify("me.order", .exactly(20))
    // Nobody else is logged in by it.
    let other = try await daemon.client.session(scenario: "logged out")
    #expect(try self.app(other).call("GET", "/me/profile").status == 401)
  }

  @Test func `is refreshed once by an app whose calls wait for one another`() async throws {
    let session = try await daemon.client.session()
    let app = app(session)
    try await expire(session)
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
    #expect(try await session.route("account.refresh").hits == 1)
  }
}
