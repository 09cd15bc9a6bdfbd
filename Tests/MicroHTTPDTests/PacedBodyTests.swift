import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("A body with a pace")
struct PacedBodyTests {
  private let time = ManualTime()
  private let letters = Reply(status: 200, fields: [], body: Array("abcdefgh".utf8))

  private func server(_ pace: Pace, _ reply: Reply? = nil) throws -> TestDaemon {
    let reply = reply ?? letters
    return try TestDaemon(configure: { $0.time = time }) { _ in .paced(pace, reply) }
  }

  private func body(_ client: RawClient) -> String {
    let parts = client.readSoFar.split(
      separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1]) : ""
  }

  @Test func `comes piece by piece, behind a head that tells its length`() throws {
    let server = try server(.pieces(4, over: .seconds(4)))
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(try client.read(until: "\r\n\r\n"))
    #expect(server.handler.waitForParkings(1))
    #expect(body(client) == "")
    for (parkings, text) in [(2, "ab"), (3, "abcd"), (4, "abcdef")] {
      time.advance(by: .seconds(1))
      #expect(try client.read(until: text))
      #expect(server.handler.waitForParkings(parkings))
      #expect(body(client) == text)
    }
    time.advance(by: .seconds(1))

    let reply = try client.readReply()
    #expect(reply.text == "abcdefgh")
    #expect(reply.value(of: "Content-Length") == "8")
    #expect(reply.value(of: "Transfer-Encoding") == nil)
    #expect(server.handler.waitForEndings(1) == [.completed])
  }

  @Test func `is sent at a rate`() throws {
    let reply = Reply(status: 200, fields: [], body: [UInt8](repeating: 0x78, count: 100))
    let server = try server(.steady(bytesPerSecond: 20), reply)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))
    time.advance(by: .milliseconds(4950))
    #expect(server.handler.waitForParkings(2))
    #expect(try client.read(until: String(repeating: "x", count: 99)))
    #expect(body(client).count == 99)
    time.advance(by: .milliseconds(50))

    #expect(try client.readReply().body.count == 100)
  }

  @Test func `takes its time by the system's clock, and no less`() throws {
    let system = SystemTime()
    let reply = Reply(status: 200, fields: [], body: [UInt8](repeating: 0x78, count: 300_000))
    let server = try TestDaemon { _ in .paced(.steady(bytesPerSecond: 1_000_000), reply) }
    let client = try RawClient(port: server.port)

    let start = system.now
    #expect(try client.get("/").body.count == 300_000)

    #expect(system.now - start >= .milliseconds(300))
  }

  @Test func `leaves its connection to the next request`() throws {
    let letters = letters
    let server = try TestDaemon {
      $0.target == Array("/next".utf8)
        ? .reply(greeting) : .paced(.pieces(2, over: .milliseconds(20)), letters)
    }
    let client = try RawClient(port: server.port)

    #expect(try client.get("/").text == "abcdefgh")
    #expect(try client.get("/next").text == "hello")
    #expect(server.handler.waitForEndings(2) == [.completed, .completed])
  }

  @Test(arguments: [("HEAD", 200, "8"), ("GET", 204, nil)])
  func `that is not sent takes no time`(method: String, status: Int, length: String?) throws {
    let reply = Reply(status: status, fields: [], body: Array("abcdefgh".utf8))
    let server = try server(.pieces(4, over: .seconds(4)), reply)
    let client = try RawClient(port: server.port)

    let answer = try client.get("/", method: method)

    #expect(answer.value(of: "Content-Length") == length)
    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(server.handler.waitForExchanges(1).first?.phase == .answered)
  }

  @Test func `ends with its client`() throws {
    let server = try server(.pieces(4, over: .seconds(4)))
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))

    client.closeWithFIN()

    #expect(server.handler.waitForEndings(1) == [.cancelled])
    #expect(server.daemon.parkedCount == 0)
  }

  @Test func `is dropped with what waits`() throws {
    let server = try server(.pieces(4, over: .seconds(4)))
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))

    server.daemon.dropParked()

    #expect(server.handler.waitForEndings(1) == [.dropped])
    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `breaks off where it was cut, in its time`() throws {
    let reply = Reply(
      status: 200, fields: [], body: Array("abcdefgh".utf8), cut: .close(after: 4))
    let server = try server(.pieces(4, over: .seconds(4)), reply)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    for parkings in 1...3 {
      #expect(server.handler.waitForParkings(parkings))
      time.advance(by: .seconds(1))
    }

    let (bytes, ended) = try client.readToEnd()
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nabcd"))
    #expect(ended == .fin)
    #expect(server.handler.waitForEndings(1) == [.closed])
  }
}
