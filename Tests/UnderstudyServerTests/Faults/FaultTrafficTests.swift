import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A fault on its way to a client")
struct FaultTrafficTests {
  private static let catalog = Catalog(
    RouteGroup("x", path: "/x") {
      Route("x.one", .get, query: .ignored, default: .text("0123456789"))
        .variant("truncated", .fault(.truncatedBody()))
        .variant("chunks", .fault(.truncatedBody(chunked: true)))
        .variant("stalled", .fault(.stalledBody(after: 3)))
        .variant("statusLine", .fault(.malformedStatusLine))
        .variant("header", .fault(.malformedHeader))
        .variant("chunk", .fault(.malformedChunk()))
        .variant("length", .fault(.contentLengthMismatch))
        .variant("resetBody", .fault(.resetBody(after: 2)))
        .variant("encoding", .fault(.wrongEncoding))
        .variant("loop", .fault(.redirectLoop))
        .variant("late", .fault(.truncatedBody()).delayed(.milliseconds(50)))
        .variant("steps", .sequence(.fault(.malformedHeader), .default))
      Route("x.made", .post, default: .json(["id": 1]).status(201))
    })

  struct Example: Sendable, CustomTestStringConvertible {
    var variant: String
    /// What the client has when it ends.
    var suffix: String
    var ended = RawClient.Ended.fin
    var status: Int? = 200
    var ending = "closed"
    /// What the journal has of the body.
    var body: String? = nil
    var testDescription: String { variant }
  }

  static let examples = [
    Example(
      variant: "offline", suffix: "", ended: .reset, status: nil, ending: "reset"),
    Example(variant: "truncated", suffix: "\r\n\r\n01234", body: "01234"),
    Example(variant: "late", suffix: "\r\n\r\n01234", body: "01234"),
    Example(variant: "chunks", suffix: "\r\n\r\n5\r\n01234\r\n", body: "01234"),
    Example(variant: "statusLine", suffix: "\r\n\r\n0123456789", status: nil),
    Example(variant: "header", suffix: "\r\n\r\n0123456789", body: "0123456789"),
    Example(variant: "chunk", suffix: "\r\n\r\n5\r\n01234\r\nmalformed\r\n", body: "01234"),
    Example(variant: "length", suffix: "\r\n\r\n0123456789", body: "0123456789"),
    Example(
      variant: "resetBody", suffix: "\r\n\r\n01", ended: .reset, ending: "reset", body: "01"),
    Example(
      variant: "interrupted", suffix: "\r\n\r\n01234", ended: .reset, ending: "reset",
      body: "01234"),
  ]

  @Test(.bug(id: "D07"), arguments: examples, [false, true])
  func `ends at once, and is on record as it was sent`(_ example: Example, tls: Bool) throws {
    let server = try TestServer(Self.catalog, tls: tls)
    try server.flip("x.one", example.variant)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/x", headers: ["Origin: http://page.test"])
    let (bytes, ended) = try client.readToEnd()

    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasSuffix(example.suffix), "\(text)")
    #expect(bytes.isEmpty == example.suffix.isEmpty)
    if !bytes.isEmpty {
      #expect(text.contains("Understudy-Variant: \(example.variant)\r\n"))
      #expect(text.contains("Access-Control-Allow-Origin: "))
    }
    #expect(ended == example.ended)
    let found = try server.admin("GET", "/requests?ending=\(example.ending)&waitSeconds=5&limit=1")
    let seq = try #require(found.json?["requests"]?[0]?["seq"]?.intValue)
    let entry = try server.request(seq)
    #expect(entry?["status"]?.intValue == example.status)
    #expect(entry?["ending"]?.stringValue == example.ending)
    #expect(entry?["variant"]?.stringValue == example.variant)
    #expect(entry?["response"]?["text"]?.stringValue == example.body)
    #expect((entry?["response"] == .null) == (example.status == nil))
    // Nobody else is the worse for it.
    #expect(try server.client.get("/__admin/health").status == 200)
  }

  @Test func `has no part in the length that the journal gives of what was sent`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("x.one", "truncated")
    let client = try RawClient(port: server.port)
    try client.request("GET", "/x")
    _ = try client.readToEnd()

    _ = try server.admin("GET", "/requests?ending=closed&waitSeconds=5")

    #expect(try server.request(1)?["response"]?["bodyLength"] == 5)
  }

  @Test func `stalls until its client hangs up, in its session alone`() throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()
    try server.flip("x.one", "stalled", in: session)
    let client = try Way.header.request("GET", "/x", in: session)

    #expect(try client.read(until: "\r\n\r\n012"))
    #expect(eventually { server.server.parkedCount == 1 })
    #expect(try server.client.get("/x").text == "0123456789")
    #expect(client.readSoFar.hasSuffix("\r\n\r\n012"))
    client.closeWithFIN()

    let found = try server.admin(
      "GET", "/requests?session=\(session.id)&ending=cancelled&waitSeconds=5")
    #expect(found.json?["requests"]?.arrayValue?.count == 1)
    #expect(server.server.parkedCount == 0)
  }

  @Test(arguments: ["reset", "end"])
  func `that stalls is dropped with what is held, and with its session`(_ way: String) throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()
    try server.flip("x.one", "stalled", in: session)
    let client = try Way.path.request("GET", "/x", in: session)
    #expect(try client.read(until: "\r\n\r\n012"))
    #expect(eventually { server.server.parkedCount == 1 })

    if way == "reset" {
      #expect(try server.admin("POST", "/reset?session=\(session.id)").status == 200)
    } else {
      try server.end(session)
    }

    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `may answer a request that was held`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("x.one", "timeout")
    let waiting = try server.hold("/x")

    let reply = try server.release(
      try server.lastHeld(), #"{"outcome":{"fault":"truncatedBody","after":4,"status":206}}"#)

    #expect(reply.status == 200)
    let (bytes, ended) = try waiting.readToEnd()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 206 "))
    #expect(text.hasSuffix("\r\n\r\n0123"))
    #expect(ended == .fin)
  }

  @Test func `takes a step of its sequence`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("x.one", "steps")
    let first = try RawClient(port: server.port)
    try first.request("GET", "/x")

    #expect(try String(decoding: first.readToEnd().bytes, as: UTF8.self).contains("\0"))
    #expect(try server.client.get("/x").text == "0123456789")
  }

  @Test(arguments: ["truncated", "chunks", "length", "resetBody", "statusLine", "header", "chunk"])
  func `has no body for HEAD, and ends its connection all the same`(variant: String) throws {
    let server = try TestServer(Self.catalog)
    try server.flip("x.one", variant)
    let client = try RawClient(port: server.port)

    try client.request("HEAD", "/x")
    let (bytes, _) = try client.readToEnd()

    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
  }

  @Test func `says that it is gzip, and is not`() throws {
    let server = try TestServer(Self.catalog)
    try server.flip("x.one", "encoding")

    let reply = try server.client.get("/x")

    #expect(reply.value(of: "Content-Encoding") == "gzip")
    #expect(reply.text == "0123456789")
  }

  @Test(arguments: Way.allCases)
  func `redirects to itself by the way by which the client came`(_ way: Way) throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()
    try server.flip("x.one", "loop", in: session)

    let reply = try way.get("/x?a=1", in: session)

    #expect(reply.status == 302)
    let prefix = way == .path ? session.prefix : ""
    #expect(reply.value(of: "Location") == "\(prefix)/x?a=1")
  }

  @Test(arguments: [
    (#"{"fault":"truncated"}"#, 400, "Did you mean 'truncatedBody'?"),
    (#"{"fault":"reset","after":1}"#, 400, "not with 'reset'."),
    (#"{"fault":"reset","status":500}"#, 422, "which sends no answer"),
    (#"{"fault":"stalledBody","status":204}"#, 422, "which needs a body"),
  ])
  func `is refused where it makes no sense`(outcome: String, status: Int, words: String) throws {
    let server = try TestServer(Self.catalog)

    let reply = try server.admin(
      "PUT", "/routes/x.one/variant", #"{"outcome":\#(outcome)}"#)

    #expect(reply.status == status)
    #expect(reply.json?["detail"]?.stringValue?.contains(words) == true, "\(reply.text)")
  }
}
