import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A change that waits for what began before it")
struct DrainTests {
  static let catalog = Catalog(
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, default: .json([1]))
        .variant("slow", .status(200).delayed(.milliseconds(500)))
        .variant("a", .status(200).delayed(.milliseconds(2)))
        .variant("b", .status(201).delayed(.milliseconds(1)))
      Route("items.large", .get, "/large", default: .data(Array(repeating: 7, count: 32_000_000)))
    })

  private func request(_ server: TestServer, _ target: String = "/items") throws -> RawClient {
    let client = try RawClient(port: server.port)
    try client.request("GET", target)
    return client
  }

  /// Makes a change on a connection of its own, whose answer is read later.
  private func change(
    _ server: TestServer, _ method: String = "DELETE", _ path: String = "/variants",
    _ body: String? = nil, seconds: String? = "60"
  ) throws -> RawClient {
    let client = try RawClient(port: server.port)
    let query = "?drain=true" + (seconds.map { "&drainSeconds=\($0)" } ?? "")
    try client.request(method, "/__admin\(path)\(query)", body: body)
    return client
  }

  private func unfinished(_ reply: RawReply) -> [Int]? {
    reply.json?["unfinished"]?.arrayValue?.compactMap { $0["seq"]?.intValue }
  }

  @Test(arguments: [
    ("PUT", "/routes/items.list/variant", #"{"variant":"slow"}"#, "active"),
    ("DELETE", "/routes/items.list/variant", nil, "active"),
    ("PUT", "/variant", #"{"variant":"slow"}"#, "routes"), ("DELETE", "/variant", nil, "routes"),
    ("PATCH", "/variants", "{}", "routes"), ("DELETE", "/variants", nil, "routes"),
    ("PUT", "/network", #"{"delayMilliseconds":5}"#, "delayMilliseconds"),
    ("DELETE", "/network", nil, "delayMilliseconds"), ("POST", "/reset", nil, "reset"),
  ])
  func `is answered at once where nothing did`(
    method: String, path: String, body: String?, field: String
  ) throws {
    let server = try TestServer(Self.catalog)
    _ = try server.client.get("/items")
    _ = try server.client.get("/nowhere")

    let reply = try change(server, method, path, body, seconds: "0").readReply()

    #expect(reply.status == 200)
    #expect(reply.json?["drained"] == true)
    #expect(reply.json?["unfinished"] == [])
    #expect(reply.json?[field] != nil)
  }

  @Test(arguments: [0, 1, 10_000])
  func `waits for a delayed request, whatever the journal keeps`(entries: Int) throws {
    let time = ManualTime()
    let server = try TestServer(Self.catalog) {
      $0.time = time
      $0.journalEntries = entries
    }
    try server.flip("items.list", "slow")
    let delayed = try request(server)
    #expect(eventually { server.server.parkedCount == 1 })
    let changing = try change(server)
    #expect(eventually { server.server.parkedCount == 2 })

    // What comes after the change is none of its business.
    #expect(try server.client.get("/items").text == "[1]")
    #expect(server.server.parkedCount == 2)
    time.advance(by: .milliseconds(500))

    #expect(try changing.readReply().json?["drained"] == true)
    #expect(try delayed.readReply().status == 200)
  }

  @Test(arguments: [0, 1, 10_000])
  func `says which have not ended when its time is over`(entries: Int) throws {
    let server = try TestServer(Self.catalog) { $0.journalEntries = entries }
    try server.flip("items.list", "timeout")
    let waiting = try (0..<3).map { _ in try server.hold("/items") }
    _ = try server.client.get("/nowhere")

    let reply = try change(server, seconds: "0").readReply()

    #expect(reply.status == 200)
    #expect(reply.json?["drained"] == false)
    #expect(unfinished(reply) == [1, 2, 3])
    #expect(reply.json?["unfinished"]?[0]?["variant"] == "timeout")
    #expect(reply.json?["routes"] != nil)
    withExtendedLifetime(waiting) {}
  }

  @Test func `waits for five seconds where nothing is said`() throws {
    let time = ManualTime()
    let server = try TestServer(Self.catalog) { $0.time = time }
    try server.flip("items.list", "timeout")
    let waiting = try server.hold("/items")
    let changing = try change(server, seconds: nil)
    #expect(eventually { server.server.parkedCount == 2 })

    time.advance(by: .milliseconds(4999))
    #expect(server.server.parkedCount == 2)
    time.advance(by: .milliseconds(1))

    #expect(try changing.readReply().json?["drained"] == false)
    withExtendedLifetime(waiting) {}
  }

  @Test func `does not wait for what is held after it`() throws {
    let time = ManualTime()
    let server = try TestServer(Self.catalog) { $0.time = time }
    try server.flip("items.list", "slow")
    let delayed = try request(server)
    #expect(eventually { server.server.parkedCount == 1 })
    let changing = try change(
      server, "PUT", "/routes/items.list/variant", #"{"variant":"timeout"}"#)
    #expect(eventually { server.server.parkedCount == 2 })

    let held = try server.hold("/items")
    time.advance(by: .milliseconds(500))

    #expect(try changing.readReply().json?["drained"] == true)
    #expect(try server.held().count == 1)
    withExtendedLifetime((delayed, held)) {}
  }

  @Test(arguments: [0, 10_000])
  func `waits for an answer that a slow client has not taken yet`(entries: Int) throws {
    let server = try TestServer(Self.catalog) { $0.journalEntries = entries }
    let slow = try request(server, "/items/large")
    #expect(try slow.read(until: "Understudy-Route"))

    let early = try change(server, seconds: "0").readReply()
    let changing = try change(server)
    #expect(eventually { server.server.parkedCount == 1 })
    #expect(try slow.readReply().body.count == 32_000_000)

    #expect(early.json?["drained"] == false)
    #expect(unfinished(early) == [1])
    #expect(try changing.readReply().json?["drained"] == true)
  }

  @Test func `knows those that the journal has forgotten meanwhile`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("items.list", "timeout")
    let waiting = try server.hold("/items")
    _ = try server.admin("DELETE", "/requests")

    #expect(unfinished(try change(server, seconds: "0").readReply()) == [1])
    let changing = try change(server)
    #expect(eventually { server.server.parkedCount == 2 })
    waiting.closeWithFIN()

    #expect(try changing.readReply().json?["drained"] == true)
  }

  @Test func `that resets everything drops what would not end`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("items.list", "timeout")
    let waiting = try (0..<20).map { _ in try request(server) }
    #expect(try server.held("?count=20&waitSeconds=10").count == 20)

    let reply = try change(server, "POST", "/reset").readReply()

    #expect(reply.json?["drained"] == true)
    #expect(try server.admin("GET", "/requests").json?["requests"] == [])
    for client in waiting { #expect(try client.readToEnd().ended == .reset) }
  }

  @Test func `that releases waits until the answers have been sent`() throws {
    let time = ManualTime()
    let server = try TestServer(Self.catalog) { $0.time = time }
    try server.flip("items.list", "timeout")
    let waiting = try server.hold("/items")
    let releasing = try change(server, "POST", "/held/release", #"{"variant":"slow"}"#)
    #expect(try eventually { try server.held() == [] })

    time.advance(by: .milliseconds(500))

    let reply = try releasing.readReply()
    #expect(reply.json?["drained"] == true)
    #expect(reply.released == [1])
    #expect(reply.json?["released"]?[0]?["ending"] == "completed")
    #expect(try waiting.readReply().status == 200)
  }

  @Test func `that is refused waits for nothing`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("items.list", "timeout")
    let waiting = try server.hold("/items")

    let reply = try change(server, "PUT", "/variant", #"{"variant":"slwo"}"#).readReply()

    #expect(reply.status == 422)
    withExtendedLifetime(waiting) {}
  }

  @Test func `leaves nobody behind who has not met it, under load`() throws {
    let server = try TestServer(Self.catalog)
    let port = server.port
    let isOver = Lock(false)
    try server.flip("items.list", "b")
    let threads = try (0..<4).map { _ in
      try WorkerThread {
        guard let client = try? RawClient(port: port) else { return }
        while !isOver.withLock({ $0 }), (try? client.get("/items")) != nil {}
      }
    }
    defer {
      isOver.withLock { $0 = true }
      for thread in threads { thread.join() }
    }

    var seen = 0
    for round in 0..<40 {
      let (old, new) = round.isMultiple(of: 2) ? ("b", "a") : ("a", "b")
      let begun = try server.admin(
        "GET", "/requests?variant=\(old)&after=\(seen)&waitSeconds=60")
      seen = try #require(begun.json?["next"]?.intValue)
      let reply = try server.admin(
        "PUT", "/routes/items.list/variant?drain=true", #"{"variant":"\#(new)"}"#)
      #expect(reply.json?["drained"] == true)

      let found = try server.admin("GET", "/requests?variant=\(old)&limit=1000")
      let requests = try #require(found.json?["requests"]?.arrayValue)
      #expect(requests.allSatisfy { $0["ending"] == "completed" })
    }
  }

  @Test(arguments: [
    (
      "PUT", "/variant?drainSeconds=1",
      "The query parameter 'drainSeconds' goes with 'drain=true' only."
    ),
    (
      "PUT", "/variant?drain=yes",
      "The query parameter 'drain' must be 'true', 'false', not 'yes'."
    ),
    (
      "GET", "/held?drain=true",
      "The query parameter 'drain' is not known here. Known: 'route', 'count', 'waitSeconds', "
        + "'session'."
    ),
  ])
  func `says what is wrong with it`(method: String, path: String, detail: String) throws {
    let reply = try TestServer(Self.catalog).admin(method, path, #"{"variant":"slow"}"#)

    #expect(reply.status == 400)
    #expect(reply.json?["detail"]?.stringValue == detail)
  }
}
