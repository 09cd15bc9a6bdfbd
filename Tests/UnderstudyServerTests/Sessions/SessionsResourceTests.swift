import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The admin API of sessions")
struct SessionsResourceTests {
  @Test(.withoutTLS) func `begins one, with all that leads to it`() throws {
    let server = try TestServer(configure: {
      $0.wallTime = { WallTime(seconds: 1_769_860_800, nanoseconds: 0) }
    })

    let reply = try server.admin("POST", "/sessions", #"{"name":"checkout","port":true}"#)

    let session = try #require(reply.json.flatMap(SessionDescription.init(json:)))
    #expect(reply.status == 201)
    #expect(reply.value(of: "Location") == "/__admin/sessions/\(session.id)")
    #expect(session.name == "checkout")
    #expect(session.createdAt == "2026-01-31T12:00:00.000Z")
    #expect(session.ttlSeconds == 1800)
    #expect(session.urls.prefix == "http://localhost:\(server.port)/__session/\(session.id)")
    #expect(session.urls.host == "http://\(session.id).localhost:\(server.port)")
    #expect(session.urls.port?.hasPrefix("http://localhost:") == true)
    #expect(session.scenario == nil)
    #expect(!session.isOffline)
    #expect(session.revision == 1)
    #expect(session.requests == 0)
    #expect(session.held == 0)
    #expect(reply.json?["header"] == ["Understudy-Session": .string(session.id)])
  }

  @Test func `says when one ends that nobody uses`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: {
      $0.time = time
      $0.wallTime = { WallTime(seconds: 1_769_860_800, nanoseconds: 0) }
    })
    let session = try server.begin(#"{"ttlSeconds":90.5}"#)
    #expect(session.description.expiresAt == "2026-01-31T12:01:30.500Z")
    #expect(session.description.ttlSeconds == 90.5)

    time.advance(by: .seconds(30))

    #expect(try server.session(session.id)?.expiresAt == "2026-01-31T12:01:00.500Z")
  }

  @Test(arguments: ["", "{}", #"{"name":null,"port":null,"variants":null}"#])
  func `begins one of which nothing is asked`(_ body: String) throws {
    let server = try TestServer()

    let reply = try server.admin("POST", "/sessions", body)

    #expect(reply.status == 201)
    #expect(reply.json?["name"] == .null)
    #expect(reply.json?["urls"]?["port"] == nil)
  }

  @Test func `lists them, the oldest first`() throws {
    let server = try TestServer()
    let ids = try (0..<3).map { _ in try server.begin("{}").id }

    let list = try server.admin("GET", "/sessions").json?["sessions"]?.arrayValue

    #expect(list?.compactMap { $0["id"]?.stringValue } == ids)
    #expect(try list?.first == server.admin("GET", "/sessions/\(ids[0])").json)
  }

  @Test func `counts what happens in one`() throws {
    let server = try TestServer()
    let session = try server.begin()
    try server.flip("users.list", "timeout", in: session)
    let held = try (0..<2).map { _ in try Way.path.request("GET", "/users", in: session) }
    _ = try server.client.get("/users")

    #expect(try eventually { try server.session(session.id)?.held == 2 })
    let description = try #require(try server.session(session.id))
    #expect(description.requests == 2)
    #expect(description.revision == 2)
    withExtendedLifetime(held) {}
  }

  @Test func `finds one by its name, and ends it once`() throws {
    let server = try TestServer()
    let session = try server.begin(#"{"name":"two words/ä"}"#)
    let path = "/sessions/two%20words%2F%C3%A4"

    #expect(try server.admin("GET", path).json?["id"]?.stringValue == session.id)
    #expect(try server.admin("HEAD", path).status == 200)
    let end = try server.admin("DELETE", path)
    let again = try server.admin("DELETE", path)

    #expect(end.status == 204)
    #expect(end.body.isEmpty)
    #expect(again.status == 404)
    #expect(again.json?["code"] == "unknown-session")
    #expect(try server.admin("GET", "/sessions/\(session.id)").status == 404)
    #expect(try server.admin("GET", "/sessions").json?["sessions"] == [])
  }

  @Test func `suggests the name that may have been meant`() throws {
    let server = try TestServer()
    _ = try server.begin(#"{"name":"checkout"}"#)

    let reply = try server.admin("GET", "/sessions/chekout")

    #expect(
      reply.json?["detail"] == """
        There is no session 'chekout': it was never begun, or it has ended. \
        Did you mean 'checkout'?
        """)
  }

  @Test func `asks which one where several have a name`() throws {
    let server = try TestServer()
    let ids = try (0..<2).map { _ in try server.begin(#"{"name":"checkout"}"#).id }

    for (method, path) in [
      ("GET", "/sessions/checkout"), ("DELETE", "/sessions/checkout"),
      ("POST", "/sessions/checkout/offline"), ("GET", "/sessions/checkout/lease"),
      ("GET", "/routes?session=checkout"),
    ] {
      let reply = try server.admin(method, path)
      #expect(reply.status == 409, "\(method) \(path)")
      #expect(reply.json?["code"] == "ambiguous-session")
      #expect(reply.json?["known"] == .array(ids.map { .string($0) }))
      #expect(
        reply.json?["detail"]
          == "2 sessions have the name 'checkout': give the id of one.")
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var body: String, status: Int, code: String, detail: String
    var testDescription: String { body }
  }

  @Test(arguments: [
    Refusal(
      body: #"{"nam":"x"}"#, status: 400, code: "unknown-field",
      detail: "Field 'nam' is not known here. Did you mean 'name'?"),
    Refusal(
      body: #"{"scenario":"logged ou"}"#, status: 422, code: "unknown-scenario",
      detail: "There is no scenario 'logged ou'. Did you mean 'logged out'?"),
    Refusal(
      body: #"{"variants":{"users.lst":"empty"}}"#, status: 404, code: "unknown-route",
      detail: "There is no route or group 'users.lst'. Did you mean 'users.list'?"),
    Refusal(
      body: #"{"variants":{"users.list":"default","items.*":"nope"}}"#, status: 422,
      code: "unknown-variant", detail: "'items.*' has no variant 'nope'."),
    Refusal(
      body: #"{"port":1}"#, status: 400, code: "invalid-field",
      detail: "Field 'port' must be true or false, not 1."),
    Refusal(
      body: "{", status: 400, code: "invalid-json", detail: "The body is not JSON:"),
  ])
  func `begins none where something does not fit`(_ refusal: Refusal) throws {
    let server = try TestServer()

    let reply = try server.admin("POST", "/sessions", refusal.body)

    #expect(reply.status == refusal.status)
    #expect(reply.json?["code"]?.stringValue == refusal.code)
    #expect(reply.json?["detail"]?.stringValue?.hasPrefix(refusal.detail) == true, "\(reply.text)")
    #expect(try server.admin("GET", "/sessions").json?["sessions"] == [])
  }

  @Test func `has a limit, under which there is room again once one has ended`() throws {
    let server = try TestServer(configure: { $0.maxSessions = 2 })
    let first = try server.begin()
    _ = try server.begin()

    let refused = try server.admin("POST", "/sessions")

    #expect(refused.status == 429)
    #expect(refused.json?["code"] == "too-many-sessions")
    #expect(
      refused.json?["detail"] == """
        There are 2 sessions, as many as there may be (--max-sessions). End one that is not \
        needed, by DELETE /__admin/sessions/ID, or let them end sooner by 'ttlSeconds'.
        """)
    try server.end(first)
    #expect(try server.admin("POST", "/sessions").status == 201)
  }

  @Test(arguments: Way.allCases)
  func `is not called by a session`(_ way: Way) throws {
    let server = try TestServer()
    let session = try server.begin()

    for (method, path) in [
      ("GET", "/sessions"), ("POST", "/sessions"), ("GET", "/sessions/\(session.id)"),
      ("DELETE", "/sessions/\(session.id)"), ("POST", "/sessions/\(session.id)/offline"),
      ("GET", "/sessions/\(session.id)/lease"),
    ] {
      let reply = try way.get("/__admin\(path)", in: session, method: method)
      #expect(reply.status == 404, "\(method) \(path)")
      #expect(reply.json?["code"] == "not-found")
      #expect(
        reply.json?["detail"]?.stringValue == """
          Sessions are the daemon's, and the call came by session '\(session.id)': make it without \
          that session's path, header, port or host.
          """)
    }
    #expect(try server.session(session.id) != nil)
    let query = try server.admin("GET", "/sessions?session=\(session.id)")
    #expect(query.json?["detail"] == "The query parameter 'session' is not known here.")
  }

  @Test(.withoutTLS) func `names the port of the mocks where it has one of its own`() throws {
    let server = try TestServer(configure: { $0.adminPort = 0 })
    let admin = try RawClient(
      port: try #require(Int(server.server.adminURL.split(separator: ":").last ?? "")))

    let reply = try admin.get("/__admin/sessions", method: "POST", body: #"{"port":true}"#)

    let description = try #require(reply.json.flatMap(SessionDescription.init(json:)))
    let session = BegunSession(description: description, serverPort: server.port)
    #expect(description.urls.prefix.hasPrefix("http://localhost:\(server.port)/"))
    #expect(description.urls.host.hasSuffix(".localhost:\(server.port)"))
    for way in Way.allCases {
      #expect(try way.get("/users", in: session).status == 200, "\(way)")
    }
    #expect(
      try admin.get("/__admin/requests?session=\(session.id)").json?["requests"]?
        .arrayValue?.count == 4)
  }

  @Test(arguments: [
    ("127.0.0.1", "localhost"), ("0.0.0.0", "localhost"), ("127.0.0.2", "127.0.0.2"),
  ])
  func `names localhost, unless that does not lead to the daemon`(
    _ host: String, _ name: String
  ) throws {
    let server = try TestServerOnHost(host)

    let session = try server.begin()

    #expect(session.urls.prefix.hasPrefix("http://\(name):\(server.port)/__session/"))
    #expect(session.urls.port?.hasPrefix("http://\(name):") == true)
  }
}

/// A server that listens on one address.
private final class TestServerOnHost {
  let server: MockServer
  private let client: RawClient
  var port: Int { server.port }

  init(_ host: String) throws {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.host = host
    settings.log = .off
    settings.workers = 1
    server = try MockServer(catalog: TestServer.catalog, settings: settings)
    client = try RawClient(port: server.port, host: host == "0.0.0.0" ? "127.0.0.1" : host)
  }

  deinit { server.stop() }

  func begin() throws -> SessionDescription {
    let reply = try client.get("/__admin/sessions", method: "POST", body: #"{"port":true}"#)
    return try #require(reply.json.flatMap(SessionDescription.init(json:)))
  }
}
