import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The session of a request")
struct SessionFindingTests {
  private static let unknown = "k3v9x2k3v9x2k3v9x2k3"

  @Test(arguments: [unknown, "nobody", "", "%00", "K3V9X2K3V9X2K3V9X2K3"])
  func `must be one that there is`(_ id: String) throws {
    let server = try TestServer()

    let reply = try server.client.get("/__session/\(id)/users")

    #expect(reply.status == 404)
    #expect(reply.value(of: "Content-Type") == "application/problem+json")
    #expect(reply.json?["code"] == "unknown-session")
  }

  @Test func `must be one that there is, whatever names it`() throws {
    let server = try TestServer()
    let client = server.client
    let id = Self.unknown

    let replies = [
      (try client.get("/__session/\(id)/users"), "the path"),
      (
        try client.get("/users", headers: ["Understudy-Session: \(id)"]),
        "the header 'Understudy-Session'"
      ),
      (try client.get("/users", host: "\(id).localhost"), "the host"),
      (try client.get("/__session/\(id)/__admin/routes"), "the path"),
      (
        try client.get("/__admin/routes", headers: ["Understudy-Session: \(id)"]),
        "the header 'Understudy-Session'"
      ),
    ]

    for (reply, way) in replies {
      #expect(reply.status == 404)
      #expect(
        reply.json?["detail"]?.stringValue == """
          There is no session '\(id)', which \(way) names: it was never begun, or it has ended. \
          POST /__admin/sessions begins one.
          """)
    }
    // A name before '.localhost' is nobody's who may flip variants.
    #expect(try client.get("/__admin/routes", host: "\(id).localhost").status == 403)
    // What names no session there is, is nobody's: neither the base's nor a miss of its routes.
    #expect(try server.admin("GET", "/requests").json?["requests"] == [])
    #expect(
      try server.admin("GET", "/requests?session=*").json?["requests"]?.arrayValue?.count == 3)
  }

  @Test func `is nobody's where none has the name, whatever becomes of the request`() throws {
    let server = try TestServer(configure: { $0.maxBody = 10 })
    let target = "/__session/\(Self.unknown)/users"
    let preflight = ["Origin: http://app.test", "Access-Control-Request-Method: GET"]

    #expect(try server.client.get(target, method: "OPTIONS", headers: preflight).status == 204)
    let large = try RawClient(port: server.port)
    #expect(
      try large.get(target, method: "POST", body: String(repeating: "b", count: 11)).status == 413)

    #expect(try server.admin("GET", "/requests").json?["requests"] == [])
    let all = try server.admin("GET", "/requests?session=*").json?["requests"]?.arrayValue
    #expect(all?.compactMap { $0["status"]?.intValue } == [204, 413])
    #expect(all?.allSatisfy { $0["session"] == .null } == true)
  }

  @Test(arguments: Way.allCases.filter { $0 != .port })
  func `is no more once it has ended`(_ way: Way) throws {
    let server = try TestServer()
    let session = try server.begin()
    #expect(try way.get("/users", in: session).status == 200)

    try server.end(session)

    let reply = try way.get("/users", in: session)
    #expect(reply.status == 404)
    #expect(reply.json?["code"] == "unknown-session")
  }

  @Test func `is one: two that differ are refused`() throws {
    let server = try TestServer()
    let (one, two) = (try server.begin(), try server.begin())
    let header = ["Understudy-Session: \(two.id)"]
    let ends = "name one, by its path, the header 'Understudy-Session', its port or its host."

    let replies = [
      try Way.path.get("/users", in: one, headers: header),
      try Way.port.get("/users", in: one, headers: header),
      try Way.host.get("/users", in: one, headers: header),
      try Way.header.get("/users", in: one, headers: header),
      try RawClient(port: try #require(one.port)).get("\(two.prefix)/users"),
      try Way.path.get("/__admin/routes", in: one, headers: header),
    ]

    for reply in replies {
      #expect(reply.status == 400)
      #expect(reply.json?["code"] == "conflicting-sessions")
      #expect(reply.json?["detail"]?.stringValue?.hasSuffix(ends) == true)
    }
    for way in Way.allCases {
      let reply = try way.get("/__admin/routes?session=\(two.id)", in: one)
      #expect(reply.status == 400)
      #expect(reply.json?["code"] == "conflicting-sessions")
      #expect(
        reply.json?["detail"]?.stringValue
          == "The call came by session '\(one.id)', and 'session=\(two.id)' names another: name one."
      )
    }
    #expect(
      try server.admin("GET", "/requests?session=\(one.id)").json?["requests"] == [])
  }

  @Test(arguments: Way.allCases)
  func `may be named in several ways at once`(_ way: Way) throws {
    let server = try TestServer()
    let session = try server.begin()
    let header = ["Understudy-Session: \(session.id)"]

    #expect(try way.get("/users", in: session, headers: header).status == 200)
    #expect(
      try way.get("/__admin/routes?session=\(session.id)", in: session, headers: header).status
        == 200)
  }

  @Test func `is asked for where the daemon takes none without`() throws {
    let server = try TestServer(configure: { $0.requiresSession = true })
    let session = try server.begin()

    let refused = try server.client.get("/users")

    #expect(refused.status == 404)
    #expect(refused.json?["code"] == "session-required")
    #expect(
      refused.json?["detail"] == """
        The request names no session, and this daemon takes none without (--require-session). Name \
        it by the path /__session/ID/..., the header 'Understudy-Session', its port or its host.
        """)
    for way in Way.allCases {
      #expect(try way.get("/users", in: session).status == 200, "\(way)")
    }
    #expect(try server.admin("GET", "/routes").status == 200)
    // A browser asks before it sends the header.
    let preflight = try server.client.get(
      "/users", method: "OPTIONS",
      headers: [
        "Origin: http://app.test", "Access-Control-Request-Method: GET",
        "Access-Control-Request-Headers: understudy-session",
      ])
    #expect(preflight.status == 204)
    #expect(preflight.value(of: "Access-Control-Allow-Headers") == "understudy-session")
    let page = try server.client.get("/users", headers: ["Origin: http://app.test"])
    #expect(page.value(of: "Access-Control-Allow-Origin") != nil)
  }

  @Test func `comes out of the path before the path is matched`() throws {
    let server = try TestServer()
    let session = try server.begin()

    #expect(try server.client.get("\(session.prefix)/users?x=1").status == 404)
    #expect(try server.client.get("\(session.prefix)/users/a%2Fb").json == ["id": "a/b"])
    #expect(try server.client.get("http://localhost\(session.prefix)/users").status == 200)
    #expect(try server.client.get(session.prefix).json?["code"] == "no-matching-route")
    let twice = try server.client.get("\(session.prefix)\(session.prefix)/users")
    #expect(twice.json?["code"] == "not-found")
    #expect(try server.client.get("\(session.prefix)x/users").json?["code"] == "unknown-session")
  }

  @Test func `is no matter to a route that asks for such a host`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("shop") {
          Route("shop.home", .get, "/", host: "shop.localhost", default: .status(200))
        }
      ))

    #expect(try server.client.get("/", host: "shop.localhost").status == 200)
    #expect(try server.client.get("/", host: "other.localhost").json?["code"] == "unknown-session")
    // A name of more labels is no session's.
    #expect(
      try server.client.get("/", host: "a.shop.localhost").json?["code"] == "no-matching-route")
  }

  @Test func `has a host whose letters may be of any case`() throws {
    let server = try TestServer()
    let session = try server.begin()

    let reply = try server.client.get("/users", host: "\(session.id.uppercased()).LocalHost:1")

    #expect(reply.status == 200)
    #expect(
      try server.admin("GET", "/requests?session=\(session.id)").json?["requests"]?.arrayValue?
        .count == 1)
  }
}
