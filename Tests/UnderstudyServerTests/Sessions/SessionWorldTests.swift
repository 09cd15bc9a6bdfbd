import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

/// Each way to a session, and each thing that is its own.
@Suite("The world of a session")
struct SessionWorldTests {
  @Test(arguments: Way.allCases)
  func `has choices of its own`(_ way: Way) throws {
    let server = try TestServer()
    try server.flip("users.create", "forbidden")
    let (mine, other) = (try server.begin(), try server.begin())

    try server.flip("users.list", "serverError", in: mine)
    try server.flip("users.create", "maintenance")

    #expect(try way.get("/users", in: mine).status == 500)
    #expect(try way.get("/users", in: other).status == 200)
    #expect(try server.client.get("/users").status == 200)
    // It began with the base's choices, and sees no later change of them.
    #expect(try way.get("/users", in: mine, method: "POST").status == 403)
    #expect(try server.client.get("/users", method: "POST").status == 503)
  }

  @Test(arguments: Way.allCases)
  func `has an admin API of its own`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())

    let put = try way.get(
      "/__admin/routes/users.list/variant", in: mine, method: "PUT",
      body: #"{"variant":"serverError"}"#)

    #expect(put.json?["active"] == "serverError")
    #expect(try way.get("/users", in: mine).status == 500)
    #expect(try way.get("/users", in: other).status == 200)
    #expect(try server.client.get("/users").status == 200)
    let read = try server.admin("GET", "/routes/users.list?session=\(mine.id)").json
    #expect(read?["active"] == "serverError")
    #expect(try server.admin("GET", "/routes/users.list").json?["active"] == "default")
  }

  @Test(arguments: Way.allCases)
  func `has a journal of its own`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())
    _ = try server.client.get("/users/1")
    _ = try way.get("/users/2?x=1", in: mine)
    _ = try way.get("/nowhere", in: mine)
    _ = try way.get("/users/3", in: other)

    let asked = try server.admin("GET", "/requests?session=\(mine.id)").json
    let own = try way.get("/__admin/requests", in: mine).json

    let requests = try #require(asked?["requests"]?.arrayValue)
    #expect(requests.compactMap { $0["target"]?.stringValue } == ["/users/2?x=1", "/nowhere"])
    #expect(requests.allSatisfy { $0["session"]?.stringValue == mine.id })
    #expect(own?["requests"] == asked?["requests"])
    #expect(
      try server.admin("GET", "/requests").json?["requests"]?.arrayValue?
        .compactMap { $0["target"]?.stringValue } == ["/users/1"])
    #expect(
      try server.admin("GET", "/requests?session=*").json?["requests"]?.arrayValue?.count == 4)
    let seq = try #require(requests.first?["seq"]?.intValue)
    #expect(try server.admin("GET", "/requests/\(seq)?session=\(mine.id)").status == 200)
    let foreign = try server.admin("GET", "/requests/\(seq)?session=\(other.id)")
    #expect(foreign.status == 404)
    #expect(
      foreign.json?["detail"]?.stringValue?.hasSuffix("It is one of session '\(mine.id)'.") == true)
  }

  @Test(arguments: Way.allCases)
  func `is forgotten alone`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())
    for session in [mine, other] { _ = try way.get("/users", in: session) }
    _ = try server.client.get("/users")

    #expect(try way.get("/__admin/requests", in: mine, method: "DELETE").status == 200)

    func count(_ query: String) throws -> Int? {
      try server.admin("GET", "/requests\(query)").json?["requests"]?.arrayValue?.count
    }
    #expect(try count("?session=\(mine.id)") == 0)
    #expect(try count("?session=\(other.id)") == 1)
    #expect(try count("") == 1)
    #expect(try server.admin("DELETE", "/requests?session=*").status == 400)
  }

  @Test(arguments: Way.allCases)
  func `is verified alone`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())
    let question = #"{"route":"users.list","count":{"exactly":1}}"#
    _ = try way.get("/users", in: mine)

    #expect(try server.admin("POST", "/verifications?session=\(mine.id)", question).status == 200)
    #expect(
      try way.get("/__admin/verifications", in: mine, method: "POST", body: question).status == 200)

    #expect(try server.admin("POST", "/verifications?session=\(other.id)", question).status == 409)
    #expect(try server.admin("POST", "/verifications", question).status == 409)
  }

  @Test(arguments: Way.allCases)
  func `has events of its own`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())
    let streams = try ["?session=\(mine.id)", "", "?session=*"].map { query in
      let client = try RawClient(port: server.port)
      try client.request("GET", "/__admin/events\(query)")
      #expect(try client.read(until: "retry: 1000\n\n"))
      return client
    }

    _ = try server.client.get("/users/1")
    _ = try way.get("/users/2", in: other)
    try server.flip("users.list", "empty", in: mine)
    _ = try way.get("/users/3", in: mine)

    #expect(try streams[0].read(until: #""target":"/users/3""#))
    #expect(try streams[2].read(until: #""target":"/users/3""#))
    let (own, all) = (streams[0].readSoFar, streams[2].readSoFar)
    #expect(own.contains(#""part":"choices","session":"\#(mine.id)""#))
    #expect(!own.contains("/users/1") && !own.contains("/users/2"))
    #expect(all.contains("/users/1") && all.contains("/users/2"))
    // Whatever came to this stream before is of the base.
    _ = try server.client.get("/users/4")
    #expect(try streams[1].read(until: #""target":"/users/4""#))
    #expect(!streams[1].readSoFar.contains("/users/2"))
    #expect(!streams[1].readSoFar.contains("/users/3"))
    #expect(!streams[1].readSoFar.contains("changed"))
  }

  @Test(arguments: Way.allCases)
  func `has hits and positions of its own`(_ way: Way) throws {
    let server = try TestServer()
    try server.flip("users.list", "flaky")
    #expect(try server.client.get("/users").status == 503)
    let (mine, other) = (try server.begin(), try server.begin())

    let statuses = try (0..<4).map { _ in try way.get("/users", in: mine).status }

    #expect(statuses == [503, 503, 200, 200])
    #expect(try way.get("/users", in: other).status == 503)
    #expect(try server.client.get("/users").status == 503)
    func route(_ query: String) throws -> JSON? {
      try server.admin("GET", "/routes/users.list\(query)").json
    }
    #expect(try route("?session=\(mine.id)")?["hits"] == 4)
    #expect(try route("?session=\(other.id)")?["hits"] == 1)
    #expect(try route("")?["hits"] == 2)
    #expect(try route("?session=\(mine.id)")?["positions"]?["flaky"] == 4)
    #expect(try route("")?["positions"]?["flaky"] == 2)
  }

  @Test(arguments: Way.allCases)
  func `has counters and draws of its own`(_ way: Way) throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("app") {
          Route("app.count", .get, "/count", default: .json(["n": "{{counter}}"]))
          Route(
            "app.draw", .get, "/draw",
            default: .weighted(
              [.text("a"): 1, .text("b"): 1, .text("c"): 1], seed: 7))
        }))
    let draws = try (0..<8).map { _ in try server.client.get("/draw").text }
    #expect(Set(draws).count > 1)
    #expect(try server.client.get("/count").json == ["n": 1])
    #expect(try server.client.get("/count").json == ["n": 2])
    let (mine, other) = (try server.begin(), try server.begin())

    #expect(try way.get("/count", in: mine).json == ["n": 1])
    #expect(try way.get("/count", in: mine).json == ["n": 2])
    #expect(try way.get("/count", in: other).json == ["n": 1])
    #expect(try server.client.get("/count").json == ["n": 3])
    // With one seed every world repeats what the others drew.
    for session in [mine, other] {
      #expect(try (0..<8).map { _ in try way.get("/draw", in: session).text } == draws)
    }
  }

  @Test(arguments: Way.allCases)
  func `has a network of its own`(_ way: Way) throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let session = try server.begin(#"{"port":true,"network":{"delayMilliseconds":200}}"#)
    #expect(try way.get("/__admin/network", in: session).json == ["delayMilliseconds": 200])
    #expect(try server.admin("GET", "/network").json == ["delayMilliseconds": nil])

    let slow = try way.request("GET", "/users", in: session)

    #expect(eventually { server.server.parkedCount == 1 })
    #expect(try server.client.get("/users").status == 200)
    time.advance(by: .milliseconds(200))
    #expect(try slow.readReply().status == 200)
  }

  @Test(arguments: Way.allCases)
  func `has a scenario of its own`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())

    let chosen = try way.get(
      "/__admin/scenario", in: mine, method: "PUT", body: #"{"scenario":"logged out"}"#)

    #expect(chosen.json?["scenario"] == "logged out")
    #expect(try way.get("/users", in: mine).status == 401)
    #expect(try way.get("/users", in: other).status == 200)
    #expect(try server.admin("GET", "/scenarios").json?["active"] == .null)
    #expect(try server.session(mine.id)?.scenario == "logged out")
  }

  @Test func `begins with what is asked for over the base's choices`() throws {
    let server = try TestServer()
    try server.flip("users.create", "forbidden")
    try server.flip("items.list", "maintenance")

    let plain = try server.begin(#"{"variants":{"users.list":"serverError","items.list":null}}"#)
    // Choosing a scenario takes overrides back, here as everywhere.
    let scenario = try server.begin(
      #"{"scenario":"logged out","variants":{"users.list":"serverError"}}"#)

    #expect(try Way.path.get("/users", in: plain).status == 500)
    #expect(try Way.path.get("/users", in: plain, method: "POST").status == 403)
    #expect(try Way.path.get("/items?page=1", in: plain).status == 200)
    #expect(try Way.path.get("/users", in: scenario).status == 500)
    #expect(try Way.path.get("/users", in: scenario, method: "POST").status == 401)
    #expect(try Way.path.get("/items?page=1", in: scenario).status == 200)
    #expect(try server.client.get("/items?page=1").status == 503)
  }

  @Test func `begins with what is left of the base's leases`() throws {
    let server = try TestServer()
    let lease = #"{"variant":"serverError","lease":{"requests":3}}"#
    #expect(try server.admin("PUT", "/routes/users.list/variant", lease).status == 200)
    #expect(try server.client.get("/users").status == 500)

    let session = try server.begin()

    let own = try (0..<3).map { _ in try Way.path.get("/users", in: session).status }
    let base = try (0..<3).map { _ in try server.client.get("/users").status }
    #expect(own == [500, 500, 200])
    #expect(base == [500, 500, 200])
  }

  @Test func `makes a follow-up choice where the request was`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("account") {
          Route("account.login", .post, "/login", default: .status(200))
            .activating(["account.profile": .default])
          Route("account.profile", .get, "/profile", default: .status(200))
        },
        scenarios: [Scenario("logged out", ["account.profile": .unauthorized])]))
    let (mine, other) = (
      try server.begin(#"{"scenario":"logged out"}"#),
      try server.begin(#"{"scenario":"logged out"}"#)
    )
    #expect(try Way.path.get("/profile", in: mine).status == 401)

    #expect(try Way.path.get("/login", in: mine, method: "POST").status == 200)

    #expect(try Way.header.get("/profile", in: mine).status == 200)
    #expect(try Way.header.get("/profile", in: other).status == 401)
  }

  @Test(arguments: Way.allCases)
  func `has uploads, refusals and what never came whole on its record`(_ way: Way) throws {
    let server = try TestServer(configure: { $0.maxBody = 200_000 })
    let session = try server.begin()
    try server.flip("users.create", "forbidden", in: session)
    let body = String(repeating: "b", count: 150_000)

    #expect(try way.get("/users", in: session, method: "POST", body: body).status == 403)
    #expect(
      try way.get("/users", in: session, method: "POST", body: body + body).status == 413)
    #expect(eventually { server.server.openExchangeCount == 0 })
    let cut = try way.request(
      "POST", "/users", in: session, headers: ["Transfer-Encoding: chunked"])
    try cut.send("3\r\nabc\r\n")
    #expect(eventually { server.server.openExchangeCount == 1 })
    cut.closeWithRST()

    let wait = "session=\(session.id)&ending=incomplete&waitSeconds=10"
    #expect(
      try server.admin("GET", "/requests?\(wait)").json?["requests"]?.arrayValue?.count == 1)
    let requests = try server.admin("GET", "/requests?session=\(session.id)").json?["requests"]?
      .arrayValue
    #expect(
      requests?.map { $0["ending"]?.stringValue } == ["completed", "refused", "incomplete"])
    #expect(requests?.allSatisfy { $0["target"] == "/users" } == true)
    #expect(try server.admin("GET", "/requests").json?["requests"] == [])
  }

  @Test func `goes back to how it began`() throws {
    let server = try TestServer()
    let session = try server.begin(
      #"{"scenario":"logged out","variants":{"users.list":"flaky"},"network":{"delayMilliseconds":1}}"#
    )
    #expect(try Way.path.get("/users", in: session).status == 503)
    try server.flip("users.list", "empty", in: session)
    try server.flip("users.create", "forbidden", in: session)
    _ = try server.admin("DELETE", "/network?session=\(session.id)")
    _ = try server.admin("DELETE", "/scenario?session=\(session.id)")
    try server.flip("users.list", "maintenance")

    let reset = try server.admin("POST", "/reset?session=\(session.id)")

    #expect(reset.status == 200)
    #expect(try Way.path.get("/users", in: session).status == 503)
    #expect(try Way.path.get("/users", in: session).status == 503)
    #expect(try Way.path.get("/users", in: session).status == 200)
    #expect(try Way.path.get("/users", in: session, method: "POST").status == 401)
    #expect(
      try server.admin("GET", "/network?session=\(session.id)").json == ["delayMilliseconds": 1])
    #expect(
      try server.admin("GET", "/requests?session=\(session.id)").json?["requests"]?.arrayValue?
        .count == 4)
    // The base is as it was.
    #expect(try server.client.get("/users").status == 503)
  }

  @Test func `does not end with a reset, unless that is said`() throws {
    let server = try TestServer()
    let sessions = try [server.begin(), server.begin()]
    try server.flip("users.list", "serverError", in: sessions[0])

    #expect(try server.admin("POST", "/reset").status == 200)
    #expect(try Way.path.get("/users", in: sessions[0]).status == 500)
    let own = try server.admin(
      "POST", "/reset?session=\(sessions[0].id)", #"{"only":["sessions"]}"#)
    #expect(own.status == 400)
    #expect(
      own.json?["detail"] == """
        Part 'sessions' is the daemon's: reset it without a session, or end this one by DELETE \
        /__admin/sessions/ID.
        """)
    #expect(try server.admin("GET", "/sessions").json?["sessions"]?.arrayValue?.count == 2)

    #expect(try server.admin("POST", "/reset", #"{"only":["sessions"]}"#).status == 200)

    #expect(try server.admin("GET", "/sessions").json?["sessions"] == [])
    #expect(try Way.path.get("/users", in: sessions[0]).status == 404)
  }
}
