import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A body that is not read to its end")
struct BrokenUploadTests {
  private let time = ManualTime()
  private let server: TestServer

  private static let catalog = Catalog(
    RouteGroup("r", failures: { .json(["code": .string($0.variant.rawValue)]) }) {
      Route("r.upload", .post, "/upload", default: .json(["ok": true]).status(201))
        .variant("early", .default.refusingBody(after: 0, with: .unauthorized))
        .variant(
          "large",
          .default.refusingBody(after: 1000, with: .json(["error": "too large"]).status(413))
        )
        .variant(
          "late",
          .default.refusingBody(after: 1000, with: .status(413).delayed(.seconds(1)))
        )
        .variant(
          "lateEarly", .default.refusingBody(after: 0, with: .status(413).delayed(.seconds(1)))
        )
        .variant("empty", .default.refusingBody(after: 1000, with: .status(204)))
        .variant("reset", .default.resettingUpload(after: 1000))
        .variant("resetEarly", .default.resettingUpload(after: 0))
        .variant("silent", .default.withholdingContinue)
        .variant(
          "slow",
          .default.readingAt(bytesPerSecond: 1000).refusingBody(after: 1000, with: .status(413))
        )
        .variant(
          "steps",
          .sequence(
            .status(500), .default.refusingBody(after: 10, with: .status(413)), .default)
        )
        .variant(
          "silentEarly", .default.withholdingContinue.refusingBody(after: 0, with: .forbidden))
      Route("r.other", .get, "/other", default: .text("other"))
    })

  init() throws {
    server = try TestServer(Self.catalog) { [time] in $0.time = time }
  }

  private func requests() throws -> [JSON] {
    try server.admin("GET", "/requests").json?["requests"]?.arrayValue ?? []
  }

  private func last() throws -> JSON {
    #expect(eventually { (try? requests().last?["ending"]).map { $0 != JSON.null } == true })
    let seq = try #require(try requests().last?["seq"]?.intValue)
    return try #require(try server.admin("GET", "/requests/\(seq)").json)
  }

  private func body(_ count: Int) -> String { String(repeating: "x", count: count) }

  private func client(_ variant: String) throws -> RawClient {
    try server.flip("r.upload", variant)
    return try RawClient(port: server.port)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var variant: String, length: Int, status: Int, read: Int
    var testDescription: String { "\(variant) with \(length) bytes" }
  }

  @Test(arguments: [
    Example(variant: "early", length: 100, status: 401, read: 0),
    Example(variant: "early", length: 5_000_000, status: 401, read: 0),
    Example(variant: "large", length: 5000, status: 413, read: 1000),
    Example(variant: "large", length: 5_000_000, status: 413, read: 1000),
    // All of it has come, and not one byte too few.
    Example(variant: "large", length: 1000, status: 413, read: 1000),
    Example(variant: "large", length: 999, status: 201, read: 999),
    Example(variant: "empty", length: 2000, status: 204, read: 1000),
  ])
  func `is refused once so much of it has come`(_ example: Example) throws {
    let client = try client(example.variant)
    try client.request("POST", "/upload", headers: ["Content-Length: \(example.length)"])
    try? client.send(body(example.length))
    let reply = try client.readReply()

    #expect(reply.status == example.status)
    let entry = try last()
    #expect(entry["ending"] == "completed")
    #expect(entry["status"] == .int(example.status))
    #expect(entry["variant"] == .string(example.variant))
    #expect(entry["request"]?["bodyLength"] == .int(example.read))
    guard example.status != 201 else { return }
    #expect(reply.value(of: "Connection") == "close")
    #expect(try client.readToEnd().bytes.isEmpty)
  }

  @Test(arguments: [10, 700, 5000])
  func `is refused in chunks`(size: Int) throws {
    let client = try client("large")
    let chunk = "\(String(size, radix: 16))\r\n\(body(size))\r\n"
    try client.send("POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    try? client.send(String(repeating: chunk, count: 5000 / size) + "0\r\n\r\n")

    #expect(try client.readReply().status == 413)
    #expect(try last()["request"]?["bodyLength"] == 1000)
  }

  @Test func `is refused while its client waits for the rest`() throws {
    let client = try client("large")
    try client.request("POST", "/upload", headers: ["Content-Length: 5000"])

    try client.send(body(1000))

    #expect(try client.readReply().json?["error"] == "too large")
  }

  @Test(arguments: ["early", "silentEarly"])
  func `is refused in the place of 100 Continue`(variant: String) throws {
    let client = try client(variant)
    try client.request(
      "POST", "/upload", headers: ["Content-Length: 5000", "Expect: 100-continue"])

    #expect(try client.readInterim() == (variant == "early" ? 401 : 403))
  }

  @Test func `is refused behind 100 Continue`() throws {
    let client = try client("large")
    try client.request(
      "POST", "/upload", headers: ["Content-Length: 5000", "Expect: 100-continue"])
    #expect(try client.readInterim() == 100)
    try client.send(body(5000))

    #expect(try client.readReply().status == 413)
  }

  @Test(arguments: ["late", "lateEarly"])
  func `is refused after the delay of the refusal`(variant: String) throws {
    let client = try client(variant)
    try client.request("POST", "/upload", headers: ["Content-Length: 5000"])
    try client.send(body(1000))
    #expect(eventually { server.server.parkedCount == 1 })
    #expect(try requests().first?["ending"] == JSON.null)

    time.advance(by: .milliseconds(999))
    #expect(server.server.parkedCount == 1)
    time.advance(by: .milliseconds(1))

    #expect(try client.readReply().status == 413)
  }

  @Test func `is dropped while its refusal waits`() throws {
    let client = try client("late")
    try client.request("POST", "/upload", headers: ["Content-Length: 5000"])
    try client.send(body(5000))
    #expect(eventually { server.server.parkedCount == 1 })

    #expect(try server.admin("POST", "/reset", #"{"only":["held"]}"#).status == 200)

    #expect(try client.readToEnd().ended == .reset)
    #expect(eventually { (try? requests().first?["ending"]) == "dropped" })
  }

  @Test(arguments: [("reset", 1000), ("resetEarly", 0)])
  func `is reset once so much of it has come`(variant: String, read: Int) throws {
    let client = try client(variant)
    try client.request("POST", "/upload", headers: ["Content-Length: 5000"])
    // Whoever sends more learns of the reset by that.
    if read > 0 { try client.send(body(read)) }

    let (bytes, ended) = try client.readToEnd()

    #expect(bytes.isEmpty)
    #expect(ended == .reset)
    let entry = try last()
    #expect(entry["ending"] == "reset")
    #expect(entry["status"] == JSON.null)
    #expect(entry["request"]?["bodyLength"] == .int(read))
  }

  @Test func `is answered as itself where it is short, or there is none`() throws {
    for variant in ["large", "reset"] {
      let client = try client(variant)
      #expect(try client.get("/upload", method: "POST", body: body(999)).status == 201)
      #expect(try client.get("/other").text == "other")
    }
    let client = try client("early")
    #expect(try client.get("/upload", method: "POST", headers: ["Content-Length: 0"]).status == 201)
  }

  @Test func `gets no 100 Continue, and is read where it comes`() throws {
    let client = try client("silent")
    try client.request(
      "POST", "/upload", headers: ["Content-Length: 5", "Expect: 100-continue"])
    #expect(throws: RawClient.Failure.self) { try client.readInterim(within: .milliseconds(200)) }
    try client.send("hello")

    #expect(try client.readReply().status == 201)
    #expect(try last()["request"]?["text"] == "hello")
    // The next request of the connection has its own.
    try server.flip("r.upload", "default")
    try client.request("POST", "/upload", headers: ["Content-Length: 5", "Expect: 100-continue"])
    #expect(try client.readInterim() == 100)
  }

  @Test func `is cancelled where its client gives up waiting`() throws {
    let client = try client("silent")
    #expect(eventually { server.server.openExchangeCount == 0 })
    try client.request(
      "POST", "/upload", headers: ["Content-Length: 5", "Expect: 100-continue"])
    #expect(eventually { server.server.openExchangeCount == 1 })

    client.closeWithFIN()

    let entry = try last()
    #expect(entry["ending"] == "cancelled")
    #expect(entry["route"] == "r.upload")
  }

  @Test func `is read slowly up to its refusal`() throws {
    let client = try client("slow")
    try client.request("POST", "/upload", headers: ["Content-Length: 5000"])
    try client.send(body(5000))
    #expect(eventually { server.server.parkedCount == 1 })

    time.advance(by: .milliseconds(999))
    #expect(eventually { server.server.parkedCount == 1 })
    #expect(try requests().isEmpty)
    time.advance(by: .milliseconds(1))

    #expect(try client.readReply().status == 413)
  }

  @Test func `is refused behind the answers before it, and ahead of none`() throws {
    let client = try client("large")
    let get = "GET /other HTTP/1.1\r\nHost: a\r\n\r\n"
    try client.send(
      "\(get)POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n\(body(2000))\(get)")

    #expect(try client.readReply().text == "other")
    #expect(try client.readReply().status == 413)
    let (bytes, ended) = try client.readToEnd()
    #expect(bytes.isEmpty)
    #expect(ended == .fin)
  }

  @Test(arguments: ["large", "early", "reset"])
  func `is the same in HTTP 1.0`(variant: String) throws {
    let client = try client(variant)
    try client.send("POST /upload HTTP/1.0\r\nContent-Length: 2000\r\n\r\n\(body(1000))")

    if variant == "reset" {
      #expect(try client.readToEnd().ended == .reset)
    } else {
      #expect(try client.readReply().status == (variant == "large" ? 413 : 401))
    }
  }

  @Test func `takes one step of a sequence`() throws {
    try server.flip("r.upload", "steps")

    let statuses = try (0..<3).map { _ in
      let client = try RawClient(port: server.port)
      return try client.get("/upload", method: "POST", body: body(100)).status
    }

    #expect(statuses == [500, 413, 201])
  }

  @Test func `takes a lease once, refused or not`() throws {
    let choice = #"{"variant":"large","lease":{"requests":2}}"#
    #expect(
      try server.admin("PUT", "/routes/r.upload/variant", choice).status == 200)

    let statuses = try [5000, 10, 5000].map { length in
      let client = try RawClient(port: server.port)
      return try client.get("/upload", method: "POST", body: body(length)).status
    }

    #expect(statuses == [413, 201, 201])
  }

  @Test func `is refused for the variant that its request names`() throws {
    let reply = try server.client.get(
      "/upload", method: "POST", headers: ["Understudy-Variant: large"], body: body(2000))

    #expect(reply.status == 413)
    #expect(reply.value(of: "Understudy-Route") == "r.upload")
  }

  @Test func `has lines for pages of other origins`() throws {
    let client = try client("large")

    let reply = try client.get(
      "/upload", method: "POST", headers: ["Origin: http://a.example"], body: body(2000))

    #expect(reply.status == 413)
    #expect(reply.value(of: "Access-Control-Allow-Origin") == "http://a.example")
  }
}
