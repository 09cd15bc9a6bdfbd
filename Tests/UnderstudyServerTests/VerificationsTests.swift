import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A verification call")
struct VerificationsTests {
  /// A call that waits on a connection of its own.
  private func ask(_ server: TestServer, _ body: String) throws -> RawClient {
    let client = try RawClient(port: server.port)
    let parked = server.server.parkedCount
    try client.request("POST", "/__admin/verifications", body: body)
    #expect(eventually { server.server.parkedCount == parked + 1 })
    return client
  }

  @Test func `passes at once where it is so already`() throws {
    let server = try TestServer()
    _ = try server.client.get("/users")

    let reply = try server.admin("POST", "/verifications", #"{"route":"users.list"}"#)

    #expect(reply.status == 200)
    #expect(reply.json?["verified"] == true)
    #expect(reply.json?["expected"] == ["atLeast": 1])
    #expect(reply.json?["count"] == 1)
    #expect(reply.json?["dropped"] == 0)
    #expect(reply.json?["requests"]?[0]?["target"] == "/users")
  }

  @Test func `passes the moment it is decided`() throws {
    let server = try TestServer(configure: { $0.time = ManualTime() })
    let waiting = try ask(
      server, #"{"route":"users.list","count":{"exactly":2},"withinSeconds":60}"#)

    _ = try server.client.get("/users")
    #expect(server.server.parkedCount == 1)
    _ = try server.client.get("/users")

    // The clock stands still: nothing but the second request can have decided it.
    let reply = try waiting.readReply()
    #expect(reply.status == 200)
    #expect(reply.json?["count"] == 2)
  }

  @Test func `fails at once where too many came`() throws {
    let server = try TestServer(configure: { $0.time = ManualTime() })
    let waiting = try ask(
      server, #"{"route":"users.list","count":{"atMost":1},"withinSeconds":60}"#)

    for _ in 0..<2 { _ = try server.client.get("/users") }
    let reply = try waiting.readReply()

    #expect(reply.status == 409)
    #expect(reply.json?["code"] == "verification-failed")
    #expect(
      reply.json?["detail"]?.stringValue
        == "Expected at most 1 request for route 'users.list', but 2 came. "
        + "The last of them: no. 1, GET /users; no. 2, GET /users.")
  }

  @Test func `fails when its time is over, and names what came nearest`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let waiting = try ask(
      server,
      #"{"where":{"method":"POST","path":"/users/{id}"},"count":{"exactly":1},"withinSeconds":5}"#)
    _ = try server.client.get("/items?page=1")
    _ = try server.client.get("/users/7", method: "PUT", body: "{}")

    time.advance(by: .seconds(5))
    let reply = try waiting.readReply()

    #expect(reply.status == 409)
    #expect(
      reply.json?["detail"]?.stringValue
        == #"Expected exactly 1 request like {"method":"POST","path":"/users/{id}"}, but 0 came "#
        + "within 5 s. The nearest is no. 2, PUT /users/7: method is 'PUT', expected POST.")
    #expect(reply.json?["total"] == 2)
    #expect(reply.json?["requests"] == [])
    #expect(reply.json?["nearest"]?[0]?["request"]?["seq"] == 2)
    #expect(
      reply.json?["nearest"]?[0]?["differences"]
        == [["part": "method", "name": nil, "expected": "POST", "actual": "PUT"]])
  }

  @Test func `passes once its number has settled`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    _ = try server.client.get("/users")
    let waiting = try ask(
      server, #"{"route":"users.list","count":{"exactly":1},"settleSeconds":2}"#)

    time.advance(by: .seconds(1))
    #expect(server.server.parkedCount == 1)
    time.advance(by: .seconds(1))

    #expect(try waiting.readReply().status == 200)
  }

  @Test func `fails where more come while its number settles`() throws {
    let server = try TestServer(configure: { $0.time = ManualTime() })
    _ = try server.client.get("/users")
    let waiting = try ask(
      server, #"{"route":"users.list","count":{"exactly":1},"settleSeconds":2}"#)

    _ = try server.client.get("/users")

    #expect(try waiting.readReply().status == 409)
  }

  @Test(arguments: [
    #"{"route":"users.list","count":{"atLeast":1},"withinSeconds":0.05,"settleSeconds":3600}"#,
    #"{"order":["users.list"],"withinSeconds":0.05,"settleSeconds":3600}"#,
  ])
  func `does not wait to settle where nothing can be undone`(body: String) throws {
    // With the true clock: one that is moved makes every question look again.
    let reply = try TestServer().admin("POST", "/verifications", body)

    #expect(reply.status == 409)
    #expect(reply.json?["code"] == "verification-failed")
  }

  @Test func `counts a request once it is routed, though it is held`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let held = try RawClient(port: server.port)
    try held.request("GET", "/users")

    let reply = try server.admin(
      "POST", "/verifications", #"{"route":"users.list","withinSeconds":10}"#)

    #expect(reply.status == 200)
    #expect(reply.json?["requests"]?[0]?["ending"] == .null)
  }

  @Test func `looks at the order of requests`() throws {
    let server = try TestServer()
    let ordered = #"{"order":["users.list",{"where":{"path":"/users/{id}"}},"items.list"]}"#
    for path in ["/users", "/nowhere", "/users/7"] { _ = try server.client.get(path) }

    let early = try server.admin("POST", "/verifications", ordered)
    _ = try server.client.get("/items?page=1")
    let late = try server.admin("POST", "/verifications", ordered)

    #expect(early.status == 409)
    #expect(
      early.json?["detail"]?.stringValue?.hasPrefix(
        "Expected 3 requests in order, but step 3, route 'items.list', did not come behind step 2.")
        == true)
    #expect(late.status == 200)
    #expect(late.json?["requests"]?.arrayValue?.map { $0["seq"] } == [1, 3, 4])
  }

  @Test func `counts what no route takes`() throws {
    let server = try TestServer()
    let none = #"{"unmatched":true,"count":{"exactly":0}}"#

    #expect(try server.admin("POST", "/verifications", none).status == 200)
    _ = try server.client.get("/user")
    let reply = try server.admin("POST", "/verifications", none)

    #expect(reply.status == 409)
    #expect(
      reply.json?["detail"]?.stringValue
        == "Expected exactly 0 requests that no route takes, but 1 came. "
        + "The last of them: no. 1, GET /user.")
  }

  @Test(.bug(id: "L02"))
  func `says so where requests that it needs were dropped`() throws {
    let server = try TestServer(configure: { $0.journalEntries = 100 })
    for _ in 0..<150 { _ = try server.client.get("/users") }

    let exact = try server.admin(
      "POST", "/verifications", #"{"route":"users.list","count":{"exactly":150}}"#)
    let unsure = try server.admin(
      "POST", "/verifications", #"{"where":{"path":"/users"},"count":{"exactly":150}}"#)

    #expect(exact.status == 200)
    #expect(exact.json?["dropped"] == 50)
    #expect(unsure.status == 409)
    #expect(unsure.json?["code"] == "journal-incomplete")
    #expect(
      unsure.json?["detail"]?.stringValue
        == "Nobody can tell: of 150 requests 50 could not be looked at, because the journal has "
        + "dropped them or the end of their bodies, and 100 of the others fit. Keep more with "
        + "--journal, --journal-size and --journal-body, or ask for a route without 'where': such "
        + "counts are always exact.")
  }

  @Test func `says so where the end of a body would have to tell`() throws {
    let server = try TestServer(configure: { $0.journalBody = 10 })
    for body in [#"{"id":1}"#, #"{"id":1,"name":"a long one"}"#] {
      _ = try server.client.get("/users", method: "POST", body: body)
    }
    func ask(_ count: String) throws -> JSON? {
      try server.admin(
        "POST", "/verifications",
        #"{"where":{"body":{"jsonContaining":{"id":1}}},"count":\#(count)}"#
      ).json?["code"]
    }

    #expect(try ask(#"{"atLeast":1}"#) == nil)
    #expect(try ask(#"{"atLeast":2}"#) == "journal-incomplete")
    #expect(try ask(#"{"exactly":1}"#) == "journal-incomplete")
  }

  @Test func `takes the rules of routes`() throws {
    let server = try TestServer()
    _ = try server.client.get(
      "/users", method: "POST", headers: ["X-A: 1", "Cookie: s=2"], body: #"{"id":1,"b":[2]}"#)
    func ask(_ fitting: String) throws -> RawReply {
      try server.admin("POST", "/verifications", #"{"where":\#(fitting)}"#)
    }

    #expect(try ask(#"{"path":"/users","headers":{"X-A":{"any":true}}}"#).status == 200)
    #expect(try ask(#"{"cookies":{"s":2},"body":{"jsonContaining":{"b":[2]}}}"#).status == 200)
    #expect(try ask(#"{"host":"localhost","query":{}}"#).status == 200)
    let missing = try ask(#"{"route":1}"#)
    let differs = try ask(#"{"headers":{"X-A":"2"},"queryContaining":{"page":1}}"#)
    let pathless = try ask(#"{"path":"/a/{b"}"#)
    let broken = try ask(#"{"headers":{"X-A":{"matching":"["}}}"#)

    #expect(missing.status == 400)
    #expect(broken.status == 422)
    #expect(broken.json?["code"] == "invalid-rule")
    #expect(pathless.status == 422)
    #expect(
      pathless.json?["detail"]
        == "Field 'where.path', '/a/{b', has a brace without its partner in '{b'.")
    #expect(differs.status == 409)
    #expect(
      differs.json?["detail"]?.stringValue?.hasSuffix(
        "The nearest is no. 1, POST /users: query 'page' is missing, expected 1; "
          + "header 'X-A' is '1', expected 2.") == true)
  }

  @Test func `waits beside a thousand others without a thread for any`() throws {
    let server = try TestServer()
    let body = #"{"route":"users.list","count":{"exactly":1},"withinSeconds":60}"#
    let waiting = try (0..<1000).map { _ in
      let client = try RawClient(port: server.port)
      try client.request("POST", "/__admin/verifications", body: body)
      return client
    }
    #expect(eventually { server.server.parkedCount == 1000 })

    _ = try server.client.get("/users")

    for client in waiting { #expect(try client.readReply().status == 200) }
    #expect(server.server.parkedCount == 0)
  }

  @Test func `survives a reset of what is held, and is forgotten with its client`() throws {
    let server = try TestServer()
    let gone = try ask(server, #"{"route":"users.list","withinSeconds":60}"#)
    let waiting = try ask(server, #"{"route":"users.list","withinSeconds":60}"#)

    _ = try server.admin("POST", "/reset", #"{"only":["held"]}"#)
    gone.closeWithFIN()
    #expect(eventually { server.server.parkedCount == 1 })
    _ = try server.client.get("/users")

    #expect(try waiting.readReply().status == 200)
  }

  @Test(arguments: [
    ("{}", "The body needs one of the fields 'route', 'where', 'unmatched' and 'order'."),
    (
      #"{"route":"users.list","unmatched":true}"#,
      "The fields 'route' and 'unmatched' exclude each other: give one."
    ),
    (
      #"{"order":["users.list"],"count":{"exactly":1}}"#,
      "The fields 'order' and 'count' exclude each other: give one."
    ),
    (
      #"{"order":[]}"#,
      "Field 'order' must be an array of route ids and of objects with 'route' or 'where', not []."
    ),
    (#"{"order":[{}]}"#, "'order[0]': The step needs the field 'route' or 'where'."),
    (
      #"{"route":"users.list","count":{"exactly":-1}}"#,
      #"Field 'count' must be {"exactly": N}, {"atLeast": N} or {"atMost": N}, not {"exactly":-1}."#
    ),
    (
      #"{"route":"users.list","withinSeconds":"5"}"#,
      #"Field 'withinSeconds' must be a number of seconds from 0 to 3600, not "5"."#
    ),
    (
      #"{"rout":"users.list"}"#,
      "Field 'rout' is not known here. Did you mean 'route'? Known: 'route', 'where', "
        + "'unmatched', 'order', 'count', 'withinSeconds', 'settleSeconds'."
    ),
    (
      #"{"where":{"path":"users"}}"#,
      "Field 'where.path' must be a path such as /users/7 or /users/{id}, not 'users'."
    ),
  ])
  func `says what is wrong with it`(body: String, detail: String) throws {
    let reply = try TestServer().admin("POST", "/verifications", body)

    #expect(reply.status == 400)
    #expect(reply.json?["detail"]?.stringValue == detail)
  }

  @Test func `knows the routes that it is asked about`() throws {
    let reply = try TestServer().admin("POST", "/verifications", #"{"order":["users.lst"]}"#)

    #expect(reply.status == 404)
    #expect(
      reply.json?["detail"]?.stringValue
        == "'order[0]': There is no route 'users.lst'. Did you mean 'users.list'?")
  }
}
