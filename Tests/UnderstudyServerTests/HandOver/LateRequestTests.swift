import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A request on a connection of the daemon before")
struct LateRequestTests {
  private static let catalog = Catalog(
    RouteGroup("wire") {
      Route(
        "wire.echo", .post, "/echo",
        default: .dynamic { request in
          .text("\(request.body.count) \(request.headers["X-Word"] ?? "-")")
        })
      Route("wire.large", .get, "/large", default: .data(Array(repeating: 7, count: 8_000_000)))
      Route("wire.reset", .get, "/reset", default: .fault(.reset))
      Route("wire.slow", .get, "/slow", default: .text("slow").delayed(.seconds(1)))
      Route("wire.held", .get, "/held", default: .text("default")).variant("kept", .held)
    })

  @Test func `is answered by the one that serves, and is the last there`() throws {
    let daemons = try Succession()
    let client = try RawClient(plainTo: daemons.port)
    #expect(try client.get("/users").status == 200)
    try daemons.handOver()
    try daemons.flip("users.list", #"{"variant":"serverError"}"#)

    let reply = try client.get("/users")

    #expect(reply.status == 500)
    #expect(reply.value(of: "Connection") == "close")
    #expect(try client.readToEnd().ended == .fin)
    client.closeWithFIN()
    #expect(eventually { daemons.servers[0].restCount == 0 })
    let journal = try daemons.admin("GET", "/requests").json?["requests"]?.arrayValue
    #expect(journal?.count == 1)
  }

  @Test func `changes what the one that serves answers with`() throws {
    let daemons = try Succession()
    let client = try RawClient(plainTo: daemons.port)
    #expect(try client.get("/__admin/health").status == 200)
    try daemons.handOver()

    let change = try client.get(
      "/__admin/routes/users.list/variant", method: "PUT", body: #"{"variant":"forbidden"}"#)

    #expect(change.status == 200)
    #expect(try daemons.status("/users") == 403)
  }

  @Test func `waits where nobody serves yet, and is answered by the one before if nobody comes`()
    throws
  {
    let daemons = try Succession()
    let client = try RawClient(plainTo: daemons.port)
    #expect(try client.get("/users").status == 200)
    _ = daemons.current.freeze()
    try client.request("GET", "/users/7")
    let other = try RawClient(plainTo: daemons.port)
    try other.request("GET", "/users/8")

    daemons.current.thaw()

    #expect(try client.readReply().text.contains("7"))
    #expect(try other.readReply().text.contains("8"))
  }

  @Test(arguments: ["Content-Length", "chunked"])
  func `takes its body along`(framing: String) throws {
    let daemons = try Succession(Self.catalog)
    let client = try RawClient(plainTo: daemons.port)
    #expect(try client.get("/echo", method: "POST", body: "1").text == "1 -")
    try daemons.handOver(to: Self.catalog)
    let body = String(repeating: "x", count: 300_000)

    if framing == "chunked" {
      try client.send(
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nX-Word: so\r\nTransfer-Encoding: chunked\r\n\r\n"
          + String(body.utf8.count, radix: 16) + "\r\n\(body)\r\n0\r\n\r\n")
    } else {
      try client.request("POST", "/echo", headers: ["X-Word: so"], body: body)
    }

    #expect(try client.readReply().text == "300000 so")
  }

  @Test func `has a long answer, however slowly its client reads`() throws {
    let daemons = try Succession(Self.catalog)
    let client = try RawClient(plainTo: daemons.port)
    #expect(try client.get("/large").body.count == 8_000_000)
    try daemons.handOver(to: Self.catalog)

    try client.request("GET", "/large")
    // The other side has to wait for the client.
    #expect(eventually { daemons.current.openExchangeCount == 1 })
    let reply = try client.readReply()

    #expect(reply.body == Array(repeating: 7, count: 8_000_000))
  }

  @Test func `is reset where the one that serves resets it`() throws {
    let daemons = try Succession(Self.catalog)
    let client = try RawClient(plainTo: daemons.port)
    #expect(try client.get("/echo", method: "POST", body: "1").status == 200)
    try daemons.handOver(to: Self.catalog)

    try client.request("GET", "/reset")

    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `is held by the one that serves, and noticed when its client hangs up`() throws {
    let daemons = try Succession(Self.catalog)
    try daemons.flip("wire.held", #"{"variant":"kept"}"#)
    let clients = try (0..<2).map { _ in try RawClient(plainTo: daemons.port) }
    for client in clients {
      #expect(try client.get("/echo", method: "POST", body: "1").status == 200)
    }
    try daemons.handOver(to: Self.catalog)
    for client in clients { try client.request("GET", "/held") }
    #expect(
      try daemons.admin("GET", "/held?count=2&waitSeconds=10").json?["held"]?.arrayValue?.count == 2
    )

    clients[0].closeWithFIN()

    #expect(eventually { daemons.current.heldCount == 1 })
    #expect(
      try daemons.admin("POST", "/held/release", #"{"route":"wire.held"}"#).status == 200)
    #expect(try clients[1].readReply().text == "default")
  }

  @Test func `stays with the one before where it has begun there`() throws {
    let time = ManualTime()
    let daemons = try Succession(Self.catalog) { $0.time = time }
    try daemons.flip("wire.held", #"{"variant":"kept"}"#)
    let (slow, held) = (try RawClient(plainTo: daemons.port), try RawClient(plainTo: daemons.port))
    try slow.request("GET", "/slow")
    try held.request("GET", "/held")
    #expect(eventually { daemons.current.parkedCount == 2 })

    try daemons.handOver(to: Self.catalog)
    time.advance(by: .seconds(1))

    #expect(try slow.readReply().text == "slow")
    #expect(try daemons.admin("GET", "/held").json?["held"]?.arrayValue == [])
    #expect(daemons.servers[0].heldCount == 1)
    held.closeWithFIN()
    slow.closeWithFIN()
    #expect(eventually { daemons.servers[0].restCount == 0 })
  }

  @Test func `ends a stream of events, whose reader comes again`() throws {
    let daemons = try Succession()
    let reader = try RawClient(plainTo: daemons.port)
    try reader.request("GET", "/__admin/events")
    #expect(try reader.read(until: "retry: 1000"))

    try daemons.handOver()

    #expect(try reader.readReply().status == 200)
    try reader.request("GET", "/__admin/events")
    #expect(try reader.read(until: "retry: 1000"))
    try daemons.flip("users.list", #"{"variant":"forbidden"}"#)
    #expect(try reader.read(until: "event: changed"))
  }

  @Test func `is answered with TLS by the one before, and no call of it is lost unsaid`() throws {
    let daemons = try Succession { try $0.speakTLS() }
    let port = try #require(daemons.current.tlsPort)
    let clients = try (0..<2).map { _ in try RawClient(port: port, tls: TLSChannel.Wishes()) }
    for client in clients { #expect(try client.get("/users").status == 200) }
    try daemons.handOver()

    let reply = try clients[0].get("/users")
    let call = try clients[1].get(
      "/__admin/routes/users.list/variant", method: "PUT", body: #"{"variant":"forbidden"}"#)

    #expect(reply.status == 200)
    #expect(reply.value(of: "Connection") == "close")
    #expect(call.status == 503)
    #expect(call.value(of: "Retry-After") == "1")
    #expect(call.value(of: "Connection") == "close")
    #expect(call.json?["code"] == "handed-over")
    #expect(
      call.json?["detail"]?.stringValue
        == "Another build of the daemon has taken over, and this connection with TLS is still with "
        + "the one before. Make the call again: on a new connection it is heard.")
    let fresh = try RawClient(port: port, tls: TLSChannel.Wishes())
    #expect(try fresh.get("/users").status == 200)
  }
}
