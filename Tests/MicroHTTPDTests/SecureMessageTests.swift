import MicroHTTPD
import TestSupport
import Testing

@Suite("A message over TLS")
struct SecureMessageTests {
  /// Answers with as many bytes as the target says, or with a status that has no body.
  private func server() throws -> TestDaemon {
    try TestDaemon(tls: TestHandshakes()) { exchange in
      let word = String(decoding: exchange.target.dropFirst(), as: UTF8.self)
      if word == "none" { return .reply(Reply(status: 204, fields: [], body: [])) }
      return .reply(
        Reply(
          status: 200, fields: [],
          body: (0..<(Int(word) ?? 0)).map { UInt8(truncatingIfNeeded: $0 / 3) }))
    }
  }

  @Test(arguments: [0, 1, 1_399, 1_400, 16_383, 16_384, 16_385, 100_000, 3_000_000])
  func `arrives whatever its length`(length: Int) throws {
    let server = try server()
    let client = try RawClient(port: server.port)

    for _ in 0..<2 {
      let reply = try client.get("/\(length)")
      #expect(reply.body == (0..<length).map { UInt8(truncatingIfNeeded: $0 / 3) })
    }
  }

  #if os(Linux)
    @Test func `is one record where it is short`() throws {
      let server = try server()
      let client = try RawClient(port: server.port)

      for length in [5, 8_192, 5] {
        try client.request("GET", "/\(length)")
        // The client reads record by record.
        #expect(try client.read(until: "\r\n\r\n"))
        let count = client.readSoFar.utf8.count

        #expect(try client.readReply().body.count == length)
        #expect(count > length)
      }
    }
  #endif

  @Test func `without a body does not wait for one`() throws {
    let server = try server()
    let client = try RawClient(port: server.port)

    #expect(try client.get("/9", method: "HEAD").status == 200)
    #expect(try client.get("/none").status == 204)
    #expect(try client.get("/0").status == 200)
    #expect(try client.get("/9").body.count == 9)
  }

  struct Sending: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// How long each record is.
    var recordSize: Int
  }

  @Test(arguments: [
    Sending(testDescription: "all in one record", recordSize: 100_000),
    Sending(testDescription: "one in each record", recordSize: 32),
    Sending(testDescription: "cut anywhere", recordSize: 11),
    Sending(testDescription: "a byte in each record", recordSize: 1),
  ])
  func `is answered in its turn, however requests are cut into records`(
    _ sending: Sending
  ) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let requests = (10..<30).flatMap { Array("GET /\($0) HTTP/1.1\r\nHost: host\r\n\r\n".utf8) }

    for start in stride(from: 0, to: requests.count, by: sending.recordSize) {
      try client.send(Array(requests[start..<min(start + sending.recordSize, requests.count)]))
    }

    for length in 10..<30 { #expect(try client.readReply().body.count == length) }
  }

  @Test func `that is held leaves what came with it where it is`() throws {
    let server = try TestDaemon(tls: TestHandshakes()) { exchange in
      exchange.target.elementsEqual("/held".utf8) ? .held : .reply(greeting)
    }
    let client = try RawClient(port: server.port)

    for target in ["/held", "/next"] { try client.request("GET", target) }
    let exchange = try #require(server.handler.waitForExchanges(1).first)
    #expect(server.handler.waitForParkings(1))
    exchange.release(.reply(Reply(status: 201, fields: [], body: [])))

    #expect(try client.readReply().status == 201)
    #expect(try client.readReply().text == "hello")
  }
}
