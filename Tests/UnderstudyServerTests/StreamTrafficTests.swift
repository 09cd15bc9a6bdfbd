import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A stream")
struct StreamTrafficTests {
  private let time = ManualTime()
  private let server: TestServer

  private static let catalog = Catalog(
    RouteGroup("s") {
      Route(
        "s.lines", .get, "/lines/{id}",
        default: .stream([["n": 1], ["id": "{{path.id}}"], ["n": 3]], every: .seconds(1)))
      Route(
        "s.events", .get, "/events",
        default: .events(
          [ServerEvent("tick", ["n": 1], id: "1"), ServerEvent(nil, "bye")], every: .seconds(2)))
      Route(
        "s.quotes", .get, "/quotes/{id}",
        default: .stream([["n": 1]], every: .zero).header("X-Id", "{{path.id}}"))
      Route(
        "s.tells", .get, "/tells/{id}",
        default: .events([ServerEvent(nil, 1)], every: .zero).header("X-Id", "{{path.id}}"))
      Route("s.open", .get, "/open", default: .events([], every: .zero, staysOpen: true))
      Route(
        "s.both", .get, "/both",
        default: .events(
          [ServerEvent(nil, 1), ServerEvent(nil, 2)], every: .seconds(5), staysOpen: true)
      )
    })

  init() throws {
    server = try TestServer(Self.catalog) { [time] in $0.time = time }
  }

  private func requests() throws -> [JSON] {
    try server.admin("GET", "/requests").json?["requests"]?.arrayValue ?? []
  }

  private func open(_ target: String) throws -> RawClient {
    let client = try RawClient(port: server.port)
    try client.request("GET", target)
    #expect(try client.read(until: "\r\n\r\n"))
    return client
  }

  @Test func `comes line by line, the first at once`() throws {
    let client = try open("/lines/a%22b")

    #expect(try client.read(until: "{\"n\":1}\n"))
    #expect(!client.readSoFar.contains("id\":"))
    time.advance(by: .seconds(1))
    #expect(try client.read(until: "{\"id\":\"a\\\"b\"}\n"))
    time.advance(by: .seconds(1))

    let reply = try client.readReply()
    #expect(reply.text == "{\"n\":1}\n{\"id\":\"a\\\"b\"}\n{\"n\":3}\n")
    #expect(reply.value(of: "Content-Type") == "application/x-ndjson")
    #expect(reply.value(of: "Transfer-Encoding") == "chunked")
    #expect(eventually { (try? requests().first?["ending"]) == "completed" })
  }

  @Test func `of events ends behind the last`() throws {
    let client = try open("/events")

    #expect(try client.read(until: "id: 1\nevent: tick\ndata: {\"n\":1}\n\n"))
    time.advance(by: .seconds(2))

    let reply = try client.readReply()
    #expect(reply.text == "id: 1\nevent: tick\ndata: {\"n\":1}\n\ndata: bye\n\n")
    #expect(reply.value(of: "Content-Type") == "text/event-stream")
  }

  @Test(arguments: ["quotes", "tells"])
  func `whose header would split the answer is a loud 500 in its place`(name: String) throws {
    let reply = try server.client.get("/\(name)/a%0D%0AX-B:%20b")

    #expect(reply.status == 500)
    #expect(reply.value(of: "Understudy-Error") == "header-unsafe")
    #expect(
      reply.json?["detail"]
        == .string(
          "Variant 'default' of route 's.\(name)' would send a header 'X-Id' with a CR, LF or NUL in it, which could split the answer."
        ))
    #expect(reply.value(of: "X-B") == nil)
    #expect(try server.client.get("/\(name)/7").value(of: "X-Id") == "7")
  }

  @Test func `has no body where only its head is asked for`() throws {
    let client = try RawClient(port: server.port)
    try client.request("HEAD", "/open")
    let end = try client.readToEnd()
    let text = String(decoding: end.bytes, as: UTF8.self)

    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
    #expect(!text.contains("\r\n\r\n0"))
    #expect(!text.contains("Content-Length"))
    #expect(text.contains("\r\nContent-Type: text/event-stream\r\n"))
    #expect(eventually { (try? requests().first?["ending"]) == "completed" })
    #expect(try server.admin("GET", "/streams").json == ["streams": .array([])])
  }

  @Test(arguments: [("malformedBody", RawClient.Ended.fin), ("interrupted", .reset)])
  func `breaks off half-way in a variant that does`(variant: String, ended: RawClient.Ended) throws
  {
    try server.flip("s.lines", variant)
    let client = try open("/lines/7")
    time.advance(by: .seconds(5))

    let end = try client.readToEnd()

    let text = String(decoding: end.bytes, as: UTF8.self)
    #expect(text.contains("{\"n\":1}\n"))
    #expect(!text.contains("{\"n\":3}"))
    #expect(!text.hasSuffix("0\r\n\r\n"))
    #expect(end.ended == ended)
  }

  @Test func `that stays open takes events from outside`() throws {
    let client = try open("/open")
    let listed = try server.admin("GET", "/streams").json?["streams"]?.arrayValue
    #expect(listed?.compactMap { $0["seq"] } == [1])

    let sent = try server.admin(
      "POST", "/streams/1", #"{"event":"price","data":{"cents":1250},"id":"7"}"#)
    #expect(sent.status == 200)
    #expect(sent.json?["route"] == "s.open")
    #expect(try client.read(until: "id: 7\nevent: price\ndata: {\"cents\":1250}\n\n"))
    _ = try server.admin("POST", "/streams/1", #"{"raw":": a comment\n\n"}"#)
    #expect(try client.read(until: ": a comment\n\n"))
    #expect(try server.admin("DELETE", "/streams/1").status == 204)

    #expect(
      try client.readReply().text
        == "id: 7\nevent: price\ndata: {\"cents\":1250}\n\n: a comment\n\n")
    #expect(eventually { (try? requests().first?["ending"]) == "completed" })
    #expect(try server.admin("POST", "/streams/1", #"{"data":1}"#).status == 404)
  }

  @Test func `keeps its own times between events from outside`() throws {
    let client = try open("/both")
    #expect(try client.read(until: "data: 1\n\n"))

    _ = try server.admin("POST", "/streams/1", #"{"data":"between"}"#)
    #expect(try client.read(until: "data: between\n\n"))
    #expect(!client.readSoFar.contains("data: 2"))
    time.advance(by: .seconds(5))

    #expect(try client.read(until: "data: 2\n\n"))
  }

  @Test func `is unknown where it is none, and says what would be right`() throws {
    _ = try server.client.get("/nothing")
    let reply = try server.admin("POST", "/streams/1", #"{"data":1}"#)

    #expect(reply.status == 404)
    #expect(reply.json?["code"] == "unknown-stream")
    #expect(
      reply.json?["detail"]?.stringValue
        == "Request '1' has no stream that is open: GET /__admin/streams?session=* lists those that "
        + "are.")
  }

  @Test(arguments: [
    ("{}", "The body must have 'data', or 'raw'."),
    (#"{"data":1,"raw":"a"}"#, "The fields 'raw' and 'data' exclude each other: give one."),
    (#"{"data":1,"id":"a\nb"}"#, #"Field 'id' must be one line, not "a\nb"."#),
    (
      #"{"date":1}"#,
      "Field 'date' is not known here. Did you mean 'data'? Known: 'event', 'data', 'id', 'raw'."
    ),
  ])
  func `is told what cannot be sent`(body: String, detail: String) throws {
    let client = try open("/open")
    let reply = try server.admin("POST", "/streams/1", body)

    #expect(reply.status == 400)
    #expect(reply.json?["detail"]?.stringValue == detail)
    withExtendedLifetime(client) {}
  }

  @Test func `ends with its client`() throws {
    let client = try open("/open")

    client.closeWithFIN()

    #expect(eventually { (try? requests().first?["ending"]) == "cancelled" })
    #expect(eventually { (try? server.admin("GET", "/streams").json) == ["streams": .array([])] })
  }

  @Test func `ends with a reset, and with its session`() throws {
    let client = try open("/open")
    _ = try server.admin("POST", "/reset")
    #expect(try client.readToEnd().ended == .reset)

    let id = try #require(try server.admin("POST", "/sessions").json?["id"]?.stringValue)
    let other = try open("/__session/\(id)/open")
    #expect(
      try server.admin("GET", "/streams").json == ["streams": .array([])])
    #expect(
      try server.admin("GET", "/streams?session=\(id)").json?["streams"]?.arrayValue?.count == 1)
    _ = try server.admin("DELETE", "/sessions/\(id)")
    #expect(try other.readToEnd().ended == .reset)
  }

  @Test func `is given on the spot`() throws {
    _ = try server.admin(
      "PUT", "/routes/s.lines/variant",
      #"{"outcome":{"stream":[{"{{x}}":"{{path.id}}"}],"verbatim":true}}"#)

    #expect(try server.client.get("/lines/7").text == "{\"{{x}}\":\"{{path.id}}\"}\n")
  }

  @Test func `is answered plainly where somebody asks for a WebSocket`() throws {
    let reply = try server.client.get(
      "/lines/7", method: "HEAD",
      headers: [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ])

    #expect(reply.status == 200)
    #expect(reply.value(of: "Upgrade") == nil)
  }
}
