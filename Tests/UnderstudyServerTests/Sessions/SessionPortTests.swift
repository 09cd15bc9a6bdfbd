import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The port of a session")
struct SessionPortTests {
  @Test(arguments: ["127.0.0.1", "::1"])
  func `listens where the daemon does`(_ host: String) throws {
    let server = try TestServer()
    let session = try server.begin()
    try server.flip("users.list", "serverError", in: session)

    let client = try RawClient(port: try #require(session.port), host: host)

    #expect(try client.get("/users").status == 500)
  }

  @Test func `refuses while the session is offline, and accepts again afterwards`() throws {
    let server = try TestServer()
    let session = try server.begin()
    let port = try #require(session.port)
    let idle = try RawClient(port: port)
    #expect(try idle.get("/users").status == 200)

    let offline = try server.admin("POST", "/sessions/\(session.id)/offline")

    #expect(offline.json?["offline"] == true)
    #expect(try idle.readToEnd().ended == .reset)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port, host: "::1") }
    // By another way its requests are reset.
    #expect(try Way.path.request("GET", "/users", in: session).readToEnd().ended == .reset)
    #expect(try server.client.get("/users").status == 200)

    let online = try server.admin("DELETE", "/sessions/\(session.id)/offline")

    #expect(online.json?["offline"] == false)
    #expect(try RawClient(port: port).get("/users").status == 200)
    #expect(try RawClient(port: port, host: "::1").get("/users").status == 200)
  }

  /// What makes a session offline, and what ends that.
  struct Switch: Sendable, CustomTestStringConvertible {
    var name: String
    var off: (method: String, path: String, body: String?)
    var on: (method: String, path: String, body: String?)
    var testDescription: String { name }
  }

  @Test(arguments: [
    Switch(
      name: "a choice for all",
      off: ("PUT", "/variant", #"{"variant":"offline"}"#), on: ("DELETE", "/variant", nil)),
    Switch(
      name: "a choice among others", off: ("PATCH", "/variants", #"{"*":"offline"}"#),
      on: ("DELETE", "/variants", nil)),
    Switch(
      name: "another choice", off: ("PATCH", "/variants", #"{"*":"offline"}"#),
      on: ("PATCH", "/variants", #"{"*":"default"}"#)),
    Switch(
      name: "a scenario", off: ("PUT", "/scenario", #"{"scenario":"tunnel"}"#),
      on: ("DELETE", "/scenario", nil)),
    Switch(
      name: "an override over a scenario", off: ("PUT", "/scenario", #"{"scenario":"tunnel"}"#),
      on: ("PUT", "/variant", #"{"variant":"default"}"#)),
    Switch(
      name: "a reset", off: ("PUT", "/variant", #"{"variant":"offline"}"#),
      on: ("POST", "/reset", #"{"only":["choices"]}"#)),
  ])
  func `follows the choice for all`(_ example: Switch) throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()
    let port = try #require(session.port)
    func call(_ call: (method: String, path: String, body: String?)) throws {
      let reply = try server.client.get(
        "\(session.prefix)/__admin\(call.path)", method: call.method, body: call.body)
      #expect(reply.status == 200, "\(reply.text)")
    }

    try call(example.off)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    #expect(try server.session(session.id)?.isOffline == true)

    try call(example.on)
    #expect(try RawClient(port: port).get("/users").status == 200)
    #expect(try server.session(session.id)?.isOffline == false)
  }

  @Test func `goes offline once what began before has ended, where that is asked for`() throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()
    try server.flip("users.list", "timeout", in: session)
    let held = try Way.path.request("GET", "/users", in: session)
    #expect(eventually { server.server.parkedCount == 1 })

    let reply = try server.admin(
      "POST", "/sessions/\(session.id)/offline?drain=true&drainSeconds=0")

    #expect(reply.json?["offline"] == true)
    #expect(reply.json?["drained"] == false)
    #expect(reply.json?["unfinished"]?.arrayValue?.count == 1)
    withExtendedLifetime(held) {}
  }

  @Test(arguments: [
    (lease: #"{"requests":2}"#, resets: 2), (lease: #"{"untilRoute":"users.list"}"#, resets: 0),
  ])
  func `takes requests where only they can end it`(lease: String, resets: Int) throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()
    let port = try #require(session.port)

    let flip = try server.client.get(
      "\(session.prefix)/__admin/variant", method: "PUT",
      body: #"{"variant":"offline","lease":\#(lease)}"#)

    #expect(flip.status == 200)
    #expect(try server.session(session.id)?.isOffline == true)
    for _ in 0..<resets {
      let client = try RawClient(port: port)
      try client.request("GET", "/users")
      #expect(try client.readToEnd().ended == .reset)
    }
    #expect(try RawClient(port: port).get("/users").status == 200)
    #expect(try server.session(session.id)?.isOffline == false)
  }

  private static let catalog = Catalog(
    RouteGroup("users") { Route("users.list", .get, "/users", default: .json([])) },
    scenarios: [Scenario("tunnel", ["*": .offline])])

  @Test func `accepts again when the lease of being offline ends`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let session = try server.begin()
    let port = try #require(session.port)
    let body = #"{"variant":"offline","lease":{"seconds":30}}"#
    #expect(try server.admin("PUT", "/variant?session=\(session.id)", body).status == 200)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }

    time.advance(by: .seconds(30))

    #expect(eventually { (try? RawClient(port: port)) != nil })
    #expect(try RawClient(port: port).get("/users").status == 200)
  }

  @Test func `refuses from the beginning where the session begins offline`() throws {
    let server = try TestServer()

    let session = try server.begin(#"{"port":true,"variants":{"*":"offline"}}"#)

    let port = try #require(session.port)
    #expect(session.description.isOffline)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    _ = try server.admin("DELETE", "/sessions/\(session.id)/offline")
    #expect(try RawClient(port: port).get("/users").status == 200)
  }

  @Test func `refuses as soon as a request by it makes that choice`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("app") {
          Route("app.enterTunnel", .post, "/tunnel", default: .status(200))
            .activating(["*": .offline])
        }))
    let session = try server.begin()
    let port = try #require(session.port)

    let client = try RawClient(port: port)
    try client.request("POST", "/tunnel")

    #expect(try client.readToEnd().ended == .reset)
    #expect(eventually { (try? RawClient(port: port)) == nil })
  }

  @Test func `leaves another choice for all alone when it comes back`() throws {
    let server = try TestServer()
    let session = try server.begin(#"{"variants":{"*":"serverError"}}"#)

    let reply = try server.admin("DELETE", "/sessions/\(session.id)/offline")

    #expect(reply.status == 200)
    #expect(try Way.path.get("/users", in: session).status == 500)
    // Over a choice that stays, one lies for a while.
    _ = try server.admin("POST", "/sessions/\(session.id)/offline")
    let leased = #"{"variant":"maintenance","lease":{"requests":2}}"#
    _ = try server.admin("PUT", "/variant?session=\(session.id)", leased)
    _ = try server.admin("DELETE", "/sessions/\(session.id)/offline")
    #expect(try Way.path.get("/users", in: session).status == 503)
    #expect(try Way.path.get("/users", in: session).status == 503)
    #expect(try Way.path.get("/users", in: session).status == 200)
  }

  @Test func `needs no body, and refuses one with fields`() throws {
    let server = try TestServer()
    let session = try server.begin()
    let path = "/sessions/\(session.id)/offline"

    let refused = try server.admin("POST", path, #"{"seconds":3}"#)

    #expect(refused.status == 400)
    #expect(refused.json?["detail"] == "The call takes no fields: send no body.")
    #expect(try server.session(session.id)?.isOffline == false)
    #expect(try server.admin("POST", path, "{}").status == 200)
    let unknown = try server.admin("POST", "/sessions/nobody/offline")
    #expect(unknown.json?["code"] == "unknown-session")
  }

  @Test(.withoutTLS) func `is one of those that are set aside for it, as long as there is one`()
    throws
  {
    let range = try Self.freePorts()
    let server = try TestServer(configure: { $0.sessionPorts = range })
    let sessions = try range.map { _ in try server.begin() }
    #expect(sessions.compactMap(\.port).sorted() == Array(range))

    let refused = try server.admin("POST", "/sessions", #"{"port":true}"#)

    #expect(refused.status == 503)
    #expect(refused.json?["code"] == "ports-exhausted")
    #expect(
      refused.json?["detail"]?.stringValue == """
        All ports of sessions (--session-ports \(range.lowerBound)-\(range.upperBound)) are taken: \
        end a session that has one, or let more be used.
        """)
    // Nothing is left of it.
    #expect(
      try server.admin("GET", "/sessions").json?["sessions"]?.arrayValue?.count == range.count)
    #expect(try server.admin("POST", "/sessions").status == 201)
    try server.end(sessions[1])
    let next = try server.begin()
    #expect(next.port == sessions[1].port)
    #expect(try Way.port.get("/users", in: next).status == 200)
  }

  @Test(.withoutTLS) func `passes over one that another program has`() throws {
    let range = try Self.freePorts()
    var settings = MockServer.Settings()
    settings.port = range.lowerBound
    settings.log = .off
    let other = try MockServer(catalog: TestServer.catalog, settings: settings)
    defer { other.stop() }
    let server = try TestServer(configure: { $0.sessionPorts = range })

    let session = try server.begin()

    #expect(session.port == range.lowerBound + 1)
  }

  @Test func `goes with the daemon`() throws {
    let server = try TestServer()
    let port = try #require(try server.begin().port)

    server.server.stop()

    #expect(openSocketCount(onPort: port) == 0)
  }

  /// Three ports in a row that nobody has.
  private static func freePorts() throws -> ClosedRange<Int> {
    for _ in 0..<100 {
      let first = try freePort()
      guard first < 65_000 else { continue }
      let range = first...(first + 2)
      let servers = range.map { port in
        var settings = MockServer.Settings()
        settings.port = port
        settings.log = .off
        settings.workers = 1
        return try? MockServer(catalog: TestServer.catalog, settings: settings)
      }
      for server in servers { server?.stop() }
      if servers.allSatisfy({ $0 != nil }) { return range }
    }
    throw RawClient.Failure(description: "no three ports in a row are free")
  }

  private static func freePort() throws -> Int {
    let server = try TestServer()
    return server.port
  }
}
