import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The port of the mocks")
struct TrafficTests {
  @Test func `answers with markers and asks caches to stay away`() throws {
    let server = try TestServer()

    let reply = try server.client.get("/users")

    #expect(reply.status == 200)
    #expect(reply.text == #"[{"id":1},{"id":2}]"#)
    #expect(reply.value(of: "Content-Type") == "application/json")
    #expect(reply.value(of: "Cache-Control") == "no-cache")
    #expect(reply.value(of: "Understudy-Route") == "users.list")
    #expect(reply.value(of: "Understudy-Variant") == "default")
  }

  @Test func `leaves the markers out where it is asked to`() throws {
    let server = try TestServer(configure: { $0.addsMarkers = false })

    let reply = try server.client.get("/users")

    #expect(reply.fields.allSatisfy { !$0.name.hasPrefix("Understudy") })
  }

  @Test func `answers by an unmet requirement until somebody chooses`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("me", requires: .bearer("t-1")) {
          Route("me.profile", .get, "/me", default: .json(["id": 1]))
            .answering(.header("X-Empty", "1"), with: .status(204))
        }))
    func markers(_ headers: [String]) throws -> String {
      let reply = try server.client.get("/me", headers: headers)
      return "\(reply.status) \(reply.value(of: "Understudy-Variant") ?? "")"
    }
    let token = "Authorization: Bearer t-1"

    #expect(try markers([]) == "401 unauthorized")
    #expect(try markers([token]) == "200 default")
    #expect(try markers([token, "X-Empty: 1"]) == "204 answer-1")
    #expect(try markers(["Understudy-Variant: default"]) == "200 default")

    try server.flip("me.profile", "notFound")

    #expect(try markers([]) == "404 notFound")
    #expect(try markers([token, "X-Empty: 1"]) == "404 notFound")
  }

  @Test(.bug(id: "P13"), arguments: ["/users/%", "/users/%E0%A4%A", "/users/%zz"])
  func `refuses a target that cannot be decoded and goes on`(target: String) throws {
    let server = try TestServer()

    let bad = try server.client.get(target)
    let good = try server.client.get("/users")

    #expect(bad.status == 400)
    #expect(bad.json?["code"] == "malformed-target")
    #expect(good.status == 200)
  }

  @Test func `takes a variant from the request alone`() throws {
    let server = try TestServer()

    let one = try server.client.get("/users", headers: ["Understudy-Variant: serverError"])
    let next = try server.client.get("/users")
    let unknown = try server.client.get("/users", headers: ["Understudy-Variant: serverEror"])

    #expect(one.status == 500)
    #expect(one.text == #"{"error":500}"#)
    #expect(next.status == 200)
    #expect(unknown.status == 400)
    #expect(
      unknown.json?["detail"]
        == "Header 'Understudy-Variant' asks for 'serverEror', which route 'users.list' does not have. Did you mean 'serverError'?"
    )
  }

  @Test func `answers every standard variant`() throws {
    let server = try TestServer()
    let expected: [(String, Int, String)] = [
      ("default", 200, #"[{"id":1},{"id":2}]"#), ("empty", 200, "[]"),
      ("unauthorized", 401, #"{"error":401}"#), ("forbidden", 403, #"{"error":403}"#),
      ("notFound", 404, #"{"error":404}"#), ("rateLimited", 429, #"{"error":429}"#),
      ("serverError", 500, #"{"error":500}"#), ("maintenance", 503, #"{"error":503}"#),
      ("malformedBody", 200, #"[{"id":1},"#.prefix(9).description),
    ]

    for (variant, status, body) in expected {
      try server.flip("users.list", variant)
      let reply = try server.client.get("/users")

      #expect(reply.status == status)
      #expect(reply.text == body)
      #expect(reply.value(of: "Understudy-Variant") == variant)
    }
  }

  @Test(.bug(id: "X02"))
  func `serves whole documents only, while a file is written again and again`() throws {
    let file = try SavedFile("{\"n\":0}")
    for round in 1...100 {
      let half = try file.save("{\"n\":")
      let whole = try file.save("{\"n\":\(round)}")

      #expect(half.text == "{\"n\":\(round - 1)}")
      #expect(half.value(of: "Understudy-Warning")?.contains("its last good content") == true)
      #expect(whole.text == "{\"n\":\(round)}")
      #expect(whole.value(of: "Understudy-Warning") == nil)
    }
  }

  @Test(.bug(id: "F12"))
  func `serves a file that is empty from the start as it is`() throws {
    let file = try SavedFile("")

    let empty = try file.server.client.get("/a")
    let whole = try file.save("[1]")
    let emptied = try file.save("")

    #expect(empty.status == 200)
    #expect(empty.value(of: "Content-Length") == "0")
    #expect(empty.value(of: "Content-Type") == "application/json")
    #expect(whole.text == "[1]")
    #expect(emptied.text == "[1]")
    #expect(emptied.value(of: "Understudy-Warning")?.contains("its last good content") == true)
  }

  @Test func `is loud about a missing file`() throws {
    let folder = try TemporaryFolder()
    let catalog = Catalog(
      RouteGroup("r") { Route("r.a", .get, "/{id}", default: .fixture("{id}.json")) })
    let server = try TestServer(catalog, configure: { $0.fixtures = folder.path })

    let missing = try server.client.get("/7")

    #expect(missing.status == 500)
    #expect(missing.value(of: "Understudy-Error") == "fixture-missing")
    try folder.write("x.json/y", "")
    #expect(try server.client.get("/x").value(of: "Understudy-Error") == "fixture-missing")
  }

  @Test(.bug(id: "N06"))
  func `is routed from the first connection on`() throws {
    for _ in 0..<5 {
      let server = try TestServer()

      #expect(try server.client.get("/users").status == 200)
    }
  }

  @Test(.bug(id: "D07"), arguments: [("offline", RawClient.Ended.reset)])
  func `breaks a connection and no other`(variant: String, expected: RawClient.Ended) throws {
    let server = try TestServer()
    try server.flip("users.list", variant)
    let victim = try RawClient(port: server.port)

    try victim.request("GET", "/users")
    let (bytes, ended) = try victim.readToEnd()

    #expect(bytes.isEmpty)
    #expect(ended == expected)
    #expect(try server.client.get("/users/1").status == 200)
  }

  @Test(.bug(id: "D01"))
  func `answers others while hundreds wait`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    try server.flip("users.list", "loading")
    let waiting = try (0..<200).map { _ in try RawClient(port: server.port) }
    for client in waiting { try client.request("GET", "/users") }
    #expect(eventually { server.server.parkedCount == 200 })

    #expect(try server.client.get("/users/1").status == 200)
    #expect(try server.admin("GET", "/health").status == 200)
    time.advance(by: .milliseconds(749))
    #expect(server.server.parkedCount == 200)
    time.advance(by: .milliseconds(1))

    for client in waiting { #expect(try client.readReply().status == 200) }
  }

  @Test(.bug(id: "D02"))
  func `drops what waits on a reset`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let waiting = try (0..<20).map { _ in try RawClient(port: server.port) }
    for client in waiting { try client.request("GET", "/users") }
    #expect(eventually { server.server.parkedCount == 20 })

    #expect(try server.admin("POST", "/reset").status == 200)

    for client in waiting { #expect(try client.readToEnd().ended == .reset) }
    #expect(try server.client.get("/users").status == 200)
  }

  @Test(arguments: ["timeout", "loading"])
  func `forgets a thousand clients that hang up`(variant: String) throws {
    let server = try TestServer(configure: { $0.time = ManualTime() })
    try server.flip("users.list", variant)
    let before = server.server.connectionCount
    var clients: [RawClient] = []
    for _ in 0..<1000 {
      let client = try RawClient(port: server.port)
      try client.request("GET", "/users")
      clients.append(client)
    }
    #expect(eventually { server.server.parkedCount == 1000 })

    for client in clients { client.closeWithFIN() }

    #expect(eventually { server.server.connectionCount == before })
    #expect(server.server.parkedCount == 0)
    #expect(server.server.openExchangeCount == 0)
  }

  @Test func `shows a flip to every request that starts after it`() throws {
    let server = try TestServer()
    let flips = Lock((count: 0, isDone: false))
    let stale = Lock([String]())
    let port = server.port
    let readers = try (0..<8).map { _ in
      try WorkerThread {
        guard let client = try? RawClient(port: port) else { return }
        while true {
          // What the ninth client had finished before this request starts.
          let (count, isDone) = flips.withLock { $0 }
          guard let reply = try? client.get("/users/1"), !isDone else { return }
          let seen = Int(reply.value(of: "X-Flip") ?? "") ?? 0
          if seen < count { stale.withLock { $0.append("\(seen) after \(count)") } }
        }
      }
    }

    // The thread sanitizer makes each step some fifty times slower, and misses nothing for it.
    #if RACE
      let lastFlip = 200
    #else
      let lastFlip = 10_000
    #endif
    for flip in 1...lastFlip {
      let body = #"{"outcome":{"status":200,"headers":{"X-Flip":"\#(flip)"}}}"#
      let reply = try server.admin("PUT", "/routes/users.detail/variant", body)
      #expect(reply.status == 200)
      flips.withLock { $0.count = flip }
    }
    flips.withLock { $0.isDone = true }
    for reader in readers { reader.join() }

    #expect(stale.withLock { $0 }.isEmpty)
  }
}

/// A fixture that is saved again and again while it is served at `/a`.
private struct SavedFile {
  let server: TestServer
  private let folder: TemporaryFolder
  private let time = ManualTime()

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    try folder.write("a.json", text)
    let catalog = Catalog(
      RouteGroup("r") { Route("r.a", .get, "/a", default: .fixture("a.json")) })
    server = try TestServer(
      catalog,
      configure: { [folder, time] in
        $0.fixtures = folder.path
        $0.time = time
      })
  }

  /// Saves it, and asks for it once the daemon looks again.
  func save(_ text: String) throws -> RawReply {
    try folder.write("a.json", text)
    time.advance(by: .milliseconds(50))
    return try server.client.get("/a")
  }
}
