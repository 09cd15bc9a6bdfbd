import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A body that is read at a rate")
struct PacedUploadTests {
  private let time = ManualTime()
  private let server: TestServer

  private static let catalog = Catalog(
    RouteGroup("r") {
      Route(
        "r.slow", .post, "/slow",
        default: .dynamic { .json(["length": .int($0.body.count)]) }
          .readingAt(bytesPerSecond: 1000)
      )
      .variant("late", .text("late").delayed(.seconds(1)).readingAt(bytesPerSecond: 1000))
      .variant("none", .text("none"))
      Route("r.photo", .put, "/photo", default: .status(201).readingAt(bytesPerSecond: 100_000))
      Route("r.other", .get, "/other", default: .text("other"))
    })

  init() throws {
    server = try TestServer(Self.catalog) { [time] in
      $0.time = time
      $0.readTimeout = .milliseconds(300)
    }
  }

  private func requests() throws -> [JSON] {
    try server.admin("GET", "/requests").json?["requests"]?.arrayValue ?? []
  }

  private func body(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Waits until so many requests are parked.
  private func isParked(_ count: Int = 1) -> Bool {
    eventually { server.server.parkedCount == count }
  }

  @Test func `is answered once its last byte was read, and whole`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(2500))
    #expect(isParked())

    time.advance(by: .milliseconds(2499))
    #expect(isParked())
    #expect(try requests().isEmpty)
    time.advance(by: .milliseconds(1))

    #expect(try client.readReply().json?["length"] == 2500)
    #expect(try requests().first?["ending"] == "completed")
  }

  @Test(arguments: [10, 997, 2500])
  func `is the same in chunks`(size: Int) throws {
    let client = try RawClient(port: server.port)
    let chunk = "\(String(size, radix: 16))\r\n\(body(size))\r\n"
    let count = 2500 / size
    try client.send("POST /slow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    try client.send(String(repeating: chunk, count: count) + "0\r\n\r\n")
    #expect(isParked())

    // Pieces of chunks follow one another.
    let isAnswered = eventually {
      time.advance(by: .milliseconds(50))
      return (try? requests().count) == 1
    }

    #expect(isAnswered)
    #expect(try client.readReply().json?["length"] == .int(count * size))
  }

  @Test func `is read in HTTP 1.0 too, and behind 100 Continue`() throws {
    let old = try RawClient(port: server.port)
    try old.send("POST /slow HTTP/1.0\r\nContent-Length: 100\r\n\r\n\(body(100))")
    let waiting = try RawClient(port: server.port)
    try waiting.request(
      "POST", "/slow", headers: ["Content-Length: 100", "Expect: 100-continue"])
    #expect(try waiting.readInterim() == 100)
    try waiting.send(body(100))
    #expect(isParked(2))

    time.advance(by: .milliseconds(100))

    #expect(try old.readReply().json?["length"] == 100)
    #expect(try waiting.readReply().json?["length"] == 100)
  }

  @Test func `waits for the delay of its answer behind the last byte`() throws {
    try server.flip("r.slow", "late")
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(500))
    #expect(isParked())

    time.advance(by: .milliseconds(500))
    #expect(eventually { (try? requests().count) == 1 })
    #expect(try requests().first?["ending"] == JSON.null)
    time.advance(by: .seconds(1))

    #expect(try client.readReply().text == "late")
  }

  @Test func `leaves the requests behind it to themselves`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(500))
    try client.request("GET", "/other")
    #expect(isParked())

    time.advance(by: .milliseconds(500))

    #expect(try client.readReply().json?["length"] == 500)
    #expect(try client.readReply().text == "other")
  }

  @Test func `is not ended because it is read slowly`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(1000))
    #expect(isParked())

    // Others are, twice, in the meantime.
    for _ in 0..<2 {
      let other = try RawClient(port: server.port)
      try other.send("GET / HTTP/1.1\r\n")
      #expect(try other.readReply().status == 408)
    }
    #expect(isParked())
    time.advance(by: .seconds(1))

    #expect(try client.readReply().status == 200)
  }

  @Test func `ends with 408 where its client stops`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", headers: ["Content-Length: 1000"])
    try client.send(body(100))
    #expect(isParked())
    time.advance(by: .milliseconds(100))

    #expect(try client.readReply().status == 408)
    #expect(eventually { (try? requests().first?["ending"]) == "incomplete" })
  }

  @Test func `is cancelled with its client`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(1000))
    #expect(isParked())

    client.closeWithRST()

    #expect(eventually { (try? requests().first?["ending"]) == "cancelled" })
    #expect(try requests().first?["route"] == "r.slow")
  }

  @Test(.bug(id: "D02"))
  func `is dropped by a reset, at once or between two pieces`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(1000))
    let late = try RawClient(port: server.port)
    try late.request("POST", "/slow", headers: ["Content-Length: 1000"])
    try late.send(body(100))
    #expect(isParked(2))
    time.advance(by: .milliseconds(100))
    #expect(isParked(1))

    #expect(try server.admin("POST", "/reset", #"{"only":["held"]}"#).status == 200)
    #expect(try client.readToEnd().ended == .reset)
    try late.send(body(500))
    #expect(try late.readToEnd().ended == .reset)

    #expect(eventually { (try? requests().compactMap { $0["ending"] }) == ["dropped", "dropped"] })
  }

  @Test(arguments: ["path", "header"])
  func `is dropped with its session`(way: String) throws {
    let id = try #require(try server.admin("POST", "/sessions").json?["id"]?.stringValue)
    let client = try RawClient(port: server.port)
    if way == "path" {
      try client.request("POST", "/__session/\(id)/slow", body: body(1000))
    } else {
      try client.request("POST", "/slow", headers: ["Understudy-Session: \(id)"], body: body(1000))
    }
    #expect(isParked())
    #expect(try server.admin("POST", "/reset", #"{"only":["held"]}"#).status == 200)
    #expect(isParked())

    #expect(try server.admin("DELETE", "/sessions/\(id)").status == 204)

    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `ends with the daemon`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(1000))
    #expect(isParked())

    server.server.stop()

    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `began before a change that waits for it`() throws {
    let client = try RawClient(port: server.port)
    try client.request("POST", "/slow", body: body(1000))
    #expect(isParked())
    try server.client.request(
      "PUT", "/__admin/routes/r.slow/variant?drain=true", body: #"{"variant":"none"}"#)
    let other = try RawClient(port: server.port)
    #expect(
      eventually { (try? other.get("/__admin/routes/r.slow").json?["active"]) == "none" })
    #expect(try other.get("/slow", method: "POST", body: "x").text == "none")

    time.advance(by: .seconds(1))

    // Decided at its head: it does not meet the change.
    #expect(try client.readReply().json?["length"] == 1000)
    let change = try server.client.readReply()
    #expect(change.status == 200)
    #expect(change.json?["drained"] == true)
  }

  @Test(.withoutTLS) func `holds its client back`() throws {
    // A client that is not read for a while is slow to go on: it has time for that.
    let server = try TestServer(Self.catalog) { [time] in $0.time = time }
    let client = try RawClient(port: server.port)
    let total = 4_000_000
    try client.request("PUT", "/photo", headers: ["Content-Length: \(total)"])
    let bytes = [UInt8](repeating: 120, count: 65_536)[...]
    var sent = 0
    // How much the client's own system keeps is that system's affair.
    func taken() -> Int {
      while case let count? = client.sendNow(bytes.prefix(total - sent)), count > 0 {
        sent += count
      }
      return sent - client.unacknowledgedCount
    }

    _ = taken()
    // The rate counts from its first look at the body.
    try #require(eventually { server.server.parkedCount == 1 })
    for second in 0...5 {
      let limit = 100_000 * second + Self.buffer
      // The daemon is behind its clock until it has read what it may.
      try #require(eventually { taken() >= 100_000 * second })
      #expect(taken() <= limit)
      for _ in 0..<20 { time.advance(by: .milliseconds(50)) }
    }
    #expect(server.server.openExchangeCount == 1)
    client.closeWithRST()
  }

  @Test(arguments: [false, true])
  func `comes in segments as short as those of a real network`(isSecure: Bool) throws {
    let server = try TestServer(Self.catalog, tls: isSecure)

    let size = try #require(server.client.segmentSize)

    #expect(size <= 1460, "\(size)")
  }

  /// What the daemon's system may have taken that was not read, in bytes: before the head is read its
  /// buffer is as long as any (128 KiB, tcp_rmem).
  private static let buffer = 131_072

  @Test func `is one of two hundred on one worker`() throws {
    let time = ManualTime()
    let server = try TestServer(Self.catalog) {
      $0.time = time
      $0.workers = 1
    }
    let clients = try (0..<200).map { _ in
      let client = try RawClient(port: server.port)
      try client.request("POST", "/slow", body: body(1000))
      return client
    }
    #expect(eventually { server.server.parkedCount == 200 })

    time.advance(by: .milliseconds(500))
    #expect(try RawClient(port: server.port).get("/other").text == "other")
    #expect(eventually { server.server.parkedCount == 200 })
    time.advance(by: .milliseconds(500))

    for client in clients { #expect(try client.readReply().json?["length"] == 1000) }
  }
}
