import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The admin API")
struct AdminTests {
  @Test func `tells its health, also to strangers`() throws {
    let server = try TestServer(configure: { $0.adminToken = "secret" })

    let reply = try server.admin("GET", "/health")

    #expect(reply.status == 200)
    #expect(reply.json?["status"] == "ok")
    #expect(reply.json?["routes"] == 5)
    #expect(reply.json?["version"]?.stringValue != nil)
  }

  @Test func `lists routes with their variants and who decided`() throws {
    let server = try TestServer()
    try server.flip("users.list", "offline")

    let list = try server.admin("GET", "/routes")
    let one = try server.admin("GET", "/routes/users.list")

    let routes = try #require(list.json?["routes"]?.arrayValue)
    #expect(routes.count == 5)
    #expect(routes.first == one.json)
    #expect(one.json?["active"] == "offline")
    #expect(one.json?["source"] == "route")
    #expect(one.json?["group"] == "users")
    #expect(one.json?["method"] == "GET")
    #expect(one.json?["path"] == "/users")
    #expect(
      one.json?["variants"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
        == [
          "default", "loading", "empty", "unauthorized", "forbidden", "notFound", "rateLimited",
          "serverError", "maintenance", "malformedBody", "interrupted", "timeout", "offline",
          "flaky",
        ])
  }

  @Test(.bug(id: "D11"))
  func `shows an inherited delay, none, and one of its own`() throws {
    let server = try TestServer()

    let route = try server.admin("GET", "/routes/items.slow").json

    let delays = (route?["variants"]?.arrayValue ?? []).reduce(into: [String: JSON]()) {
      $0[$1["name"]?.stringValue ?? ""] = $1["delayMilliseconds"]
    }
    #expect(route?["delayMilliseconds"] == 500)
    #expect(delays["a"] == JSON.null)
    #expect(delays["b"] == 0)
    #expect(delays["c"] == 100)
  }

  @Test func `counts what a route has taken`() throws {
    let server = try TestServer()
    for _ in 0..<3 { _ = try server.client.get("/users") }

    #expect(try server.admin("GET", "/routes/users.list").json?["hits"] == 3)
    _ = try server.admin("POST", "/reset", #"{"only":["journal"]}"#)
    #expect(try server.admin("GET", "/routes/users.list").json?["hits"] == 0)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var method: String, path: String, body: String?, headers: [String] = []
    var status: Int, code: String, detail: String
    var testDescription: String { "\(method) \(path) \(body ?? "")" }
  }

  @Test(arguments: [
    Refused(
      method: "GET", path: "/routes/users.lst", body: nil, status: 404, code: "unknown-route",
      detail: "There is no route 'users.lst'. Did you mean 'users.list'?"),
    Refused(
      method: "GET", path: "/rotes", body: nil, status: 404, code: "not-found",
      detail: "The admin API has no '/__admin/rotes'. Did you mean '/__admin/routes'?"),
    Refused(
      method: "PUT", path: "/routes/users.list/variant", body: #"{"variant":"ofline"}"#,
      status: 422, code: "unknown-variant",
      detail: "'users.list' has no variant 'ofline'. Did you mean 'offline'?"),
    Refused(
      method: "PUT", path: "/routes/users.list/variant", body: "{}", status: 400,
      code: "invalid-field", detail: "The body needs the field 'variant' or 'outcome'."),
    Refused(
      method: "PUT", path: "/routes/users.list/variant", body: nil, status: 400,
      code: "invalid-json", detail: "The call needs a JSON body, and has none."),
    Refused(
      method: "PUT", path: "/routes/users.list/variant", body: "{", status: 400,
      code: "invalid-json",
      detail: "The body is not JSON: line 1, column 2: expected a key in quotes, found the end."),
    Refused(
      method: "PUT", path: "/routes/users.list/variant", body: #"{"outcome":{"status":"x"}}"#,
      status: 400, code: "invalid-field",
      detail: #"Field 'outcome.status' must be a whole number from 200 to 599, not "x"."#),
    Refused(
      method: "PUT", path: "/routes/users.list/variant",
      body: #"{"outcome":{"weighted":[{"outcome":{"variant":"default"},"weight":0}]}}"#,
      status: 400, code: "invalid-field",
      detail:
        "Field 'outcome.weighted[0].weight' must be a whole number from 1 to 1000000, not 0."),
    Refused(
      method: "PUT", path: "/routes/users.detail/variant",
      body: #"{"outcome":{"patched":{"/a":1}}}"#, status: 422, code: "invalid-outcome",
      detail: "The outcome for 'users.detail' patches the default outcome, which is not JSON."),
    Refused(
      method: "PUT", path: "/variant", body: "{}", headers: ["Content-Type: text/plain"],
      status: 415, code: "unsupported-media-type",
      detail: "The body is labelled 'text/plain'; send JSON as 'application/json'."),
    Refused(
      method: "PUT", path: "/variant", body: "{}", headers: ["Content-Encoding: gzip"],
      status: 415, code: "unsupported-media-type",
      detail: "The body is encoded as 'gzip'; send JSON as it is."),
    Refused(
      method: "PATCH", path: "/variants", body: #"{"users.list":"offline","itms.*":"offline"}"#,
      status: 404, code: "unknown-route",
      detail: "There is no route or group 'itms.*'. Did you mean 'items.*'?"),
    Refused(
      method: "PUT", path: "/network", body: #"{"delayMilliseconds":-1}"#, status: 400,
      code: "invalid-field",
      detail:
        "Field 'delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not -1."),
    Refused(
      method: "GET", path: "/reset", body: nil, status: 405, code: "method-not-allowed",
      detail: "GET does not go with '/__admin/reset'; it takes POST."),
    Refused(
      method: "PUT", path: "/reset", body: nil, status: 405, code: "method-not-allowed",
      detail: "PUT does not go with '/__admin/reset'; it takes POST."),
    Refused(
      method: "GET", path: "/routes?session=x", body: nil, status: 404, code: "unknown-session",
      detail: "There is no session 'x': it was never begun, or it has ended."),
    Refused(
      method: "GET", path: "/routes?x=1", body: nil, status: 400, code: "unknown-field",
      detail: "The query parameter 'x' is not known here. Known: 'session'."),
    Refused(
      method: "GET", path: "/requests?limit=%2B5", body: nil, status: 400, code: "invalid-field",
      detail: "The query parameter 'limit' must be a whole number from 1 to 100000, not '+5'."),
    Refused(
      method: "GET", path: "/requests?waitSeconds=0x1p3", body: nil, status: 400,
      code: "invalid-field",
      detail:
        "The query parameter 'waitSeconds' must be a number of seconds from 0 to 3600, "
        + "not '0x1p3'."),
    Refused(
      method: "GET", path: "/requests?path=/a/%7Bb", body: nil, status: 422, code: "invalid-rule",
      detail: "The query parameter 'path', '/a/{b', has a brace without its partner in '{b'."),
    Refused(
      method: "GET", path: "/requests/+1", body: nil, status: 404, code: "unknown-request",
      detail: "There is no request '+1' on record; the last is 0."),
    Refused(
      method: "GET", path: "/events", body: nil, headers: ["Last-Event-ID: +5"], status: 400,
      code: "invalid-field",
      detail:
        "The header 'Last-Event-ID' must be the id of an event, a whole number, not '+5'."),
  ])
  func `says what is wrong and changes nothing`(_ example: Refused) throws {
    let server = try TestServer()
    let before = try server.admin("GET", "/health").json?["revision"]

    let reply = try server.admin(
      example.method, example.path, example.body, headers: example.headers)

    #expect(reply.status == example.status)
    #expect(reply.value(of: "Content-Type") == "application/problem+json")
    #expect(reply.json?["code"]?.stringValue == example.code)
    #expect(reply.json?["detail"]?.stringValue == example.detail)
    #expect(try server.admin("GET", "/health").json?["revision"] == before)
  }

  @Test(.bug(id: "S05"))
  func `names the methods that it takes`() throws {
    #expect(try TestServer().admin("GET", "/reset").value(of: "Allow") == "POST")
  }

  @Test(.bug(id: "A01"))
  func `takes JSON as curl labels it, and reads without a label`() throws {
    let server = try TestServer()

    let reply = try server.admin(
      "PUT", "/routes/users.list/variant", #"{"variant":"serverError"}"#,
      headers: ["Content-Type: application/x-www-form-urlencoded"])

    #expect(reply.status == 200)
    #expect(try server.client.get("/users").status == 500)
    #expect(try server.admin("GET", "/routes").status == 200)
  }

  @Test func `refuses a body over 1 MiB`() throws {
    let server = try TestServer()

    let reply = try server.admin(
      "PUT", "/variant", String(repeating: " ", count: 1024 * 1024 + 1))

    #expect(reply.status == 413)
  }

  @Test func `changes many routes in one step and takes all back`() throws {
    let server = try TestServer()

    let patch = try server.admin(
      "PATCH", "/variants",
      #"{"users.list":"serverError","items.*":"offline","users.create":{"outcome":{"status":402}}}"#
    )
    let users = try server.client.get("/users")
    let create = try server.client.get("/users", method: "POST", body: "{}")
    let delete = try server.admin("DELETE", "/variants")

    #expect(patch.status == 200)
    #expect(users.status == 500)
    #expect(create.status == 402)
    #expect(create.value(of: "Understudy-Variant") == "outcome")
    #expect(delete.status == 200)
    #expect(try server.client.get("/users").status == 200)
  }

  @Test func `delays all answers that set no delay`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let waiting = try RawClient(port: server.port)

    let put = try server.admin("PUT", "/network", #"{"delayMilliseconds":200}"#)
    try waiting.request("GET", "/users")
    #expect(eventually { server.server.parkedCount == 1 })
    time.advance(by: .milliseconds(200))

    #expect(put.json == ["delayMilliseconds": 200])
    #expect(try waiting.readReply().status == 200)
    #expect(try server.admin("DELETE", "/network").json == ["delayMilliseconds": nil])
    #expect(try server.client.get("/users").status == 200)
  }

  @Test(.bug(id: "S04"))
  func `puts back what it is asked to, and all when it is not asked`() throws {
    let server = try TestServer()
    func statuses(_ count: Int) throws -> [Int] {
      try (0..<count).map { _ in try server.client.get("/users").status }
    }
    try server.flip("users.list", "flaky")
    #expect(try statuses(3) == [503, 503, 200])

    _ = try server.admin("POST", "/reset", #"{"only":["positions"]}"#)
    #expect(try statuses(1) == [503])
    let all = try server.admin("POST", "/reset")

    #expect(try statuses(1) == [200])
    #expect(
      all.json?["reset"] == ["choices", "network", "positions", "journal", "held"])
    try server.flip("users.list", "flaky")
    #expect(try statuses(1) == [503])
  }

  @Test(arguments: [
    ("localhost", 200), ("127.0.0.1:8080", 200), ("[::1]:8080", 200), ("192.168.1.7", 200),
    ("mocks:8080", 200), ("evil.example.com", 403), ("127.0.0.1.evil.com", 403),
    ("listed.example.com:80", 200), ("app.localhost", 403),
  ])
  func `looks at the host, which a page can rebind`(host: String, status: Int) throws {
    let server = try TestServer(configure: { $0.adminHosts = ["listed.example.com"] })

    try server.client.send("GET /__admin/routes HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    let reply = try server.client.readReply()

    #expect(reply.status == status)
    #expect(reply.json?["code"] == (status == 403 ? "forbidden-host" : nil))
  }

  @Test(
    .bug(id: "A02"),
    arguments: [
      ("http://localhost:3000", 200), ("http://127.0.0.1", 200), ("http://[::1]:5", 200),
      ("https://tool.example.com", 200), ("https://evil.example.com", 403), ("null", 403),
      ("http://localhost.evil.com", 403), ("http://localhost:80 x", 403),
      ("http://localhost:\u{FF}", 403), ("http://[::1]x", 403),
    ])
  func `looks at the origin of a page`(origin: String, status: Int) throws {
    let server = try TestServer(configure: { $0.adminOrigins = ["https://tool.example.com"] })

    let reply = try server.admin("GET", "/routes", headers: ["Origin: \(origin)"])
    let preflight = try server.admin(
      "OPTIONS", "/routes/users.list/variant",
      headers: [
        "Origin: \(origin)", "Access-Control-Request-Method: PUT",
        "Access-Control-Request-Headers: content-type",
      ])

    #expect(reply.status == status)
    #expect(reply.value(of: "Access-Control-Allow-Origin") == (status == 200 ? origin : nil))
    #expect(preflight.status == (status == 200 ? 204 : 403))
    #expect(preflight.value(of: "Access-Control-Allow-Origin") == (status == 200 ? origin : nil))
    if status == 200 {
      #expect(preflight.value(of: "Access-Control-Allow-Methods") == "PUT, DELETE")
    }
  }

  @Test(arguments: [
    (nil, 401), ("Bearer wrong!", 401), ("Bearer secrets", 401), ("Basic secret", 401),
    ("Bearer ", 401), ("Bearer secret", 200), ("bearer secret", 200),
  ])
  func `asks for its token`(authorization: String?, status: Int) throws {
    let server = try TestServer(configure: { $0.adminToken = "secret" })

    let reply = try server.admin(
      "GET", "/routes", headers: authorization.map { ["Authorization: \($0)"] } ?? [])

    #expect(reply.status == status)
    #expect(reply.value(of: "WWW-Authenticate") == (status == 401 ? "Bearer" : nil))
    #expect(try server.client.get("/users").status == 200)
  }

  @Test func `has a port of its own where it is asked to`() throws {
    let server = try TestServer(configure: { $0.adminPort = 0 })
    let port = try #require(Int(server.server.adminURL.split(separator: ":").last ?? ""))
    let admin = try RawClient(port: port)

    let onMocks = try server.client.get("/__admin/health")
    let onOwn = try admin.get("/__admin/health")
    let mock = try admin.get("/users")

    #expect(port != server.port)
    #expect(onMocks.status == 404)
    #expect(onOwn.status == 200)
    #expect(mock.status == 404)
  }

  @Test func `stays in reach of a route that takes every path`() throws {
    let catalog = Catalog(
      RouteGroup("x") {
        Route("x.all", .any, "/{rest...}", query: .ignored, default: .status(418))
        Route("x.two", .get, "/{owner}/{repo}", default: .status(418))
      })
    let server = try TestServer(catalog)

    #expect(try server.admin("GET", "/health").status == 200)
    #expect(try server.admin("POST", "/reset").status == 200)
    #expect(try server.client.get("/__session/a/b").json?["code"] == "unknown-session")
    #expect(try server.client.get("/__adminother").status == 418)
  }

  @Test func `makes a token where other machines can reach it`() throws {
    let server = try TestServer(configure: { $0.isOpenToLAN = true })

    #expect((server.server.adminToken?.count ?? 0) >= 20)
    #expect(try server.admin("GET", "/routes").status == 401)
  }

  @Test func `lists what routes ask of a request`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("me", headers: ["X-Key": .any], requires: .bearer("t-1")) {
          Route(
            "me.list", .get, "/me", query: ["page": 1, "q": .optional(.any)], host: "a.test",
            default: .json([]))
          Route("me.any", .get, "/any", query: .ignored, default: .json([]))
        }))

    let list = try server.admin("GET", "/routes/me.list").json
    let any = try server.admin("GET", "/routes/me.any").json

    #expect(list?["query"] == ["page": "1", "q": ["optional": ["any": true]]])
    #expect(list?["headers"] == ["X-Key": ["any": true]])
    #expect(list?["host"] == "a.test")
    #expect(list?["requires"] == [["headers": ["Authorization": ["bearer": "t-1"]]]])
    #expect(list?["cookies"] == nil)
    #expect(any?["query"] == .null)
  }
}
