import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A body that a sink takes")
struct BodySinkTests {
  private final class Counter: BodySink {
    let state = Lock((count: 0, sum: 0))

    func take(_ bytes: [UInt8]) {
      state.withLock { state in
        state.count += bytes.count
        state.sum = bytes.reduce(state.sum) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
      }
    }
  }

  @Test(arguments: ["Content-Length: 300000", "Transfer-Encoding: chunked"])
  func `comes in order and is not kept`(framing: String) throws {
    let counter = Counter()
    let server = try TestDaemon(sink: counter) { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    try client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
    if framing.hasPrefix("T") { try client.send("493e0\r\n") }
    try client.send(body)
    if framing.hasPrefix("T") { try client.send("\r\n0\r\n\r\n") }

    #expect(try client.readReply().status == 200)
    let (count, sum) = counter.state.withLock { $0 }
    #expect(count == body.count)
    #expect(sum == body.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })
    let exchange = try #require(server.handler.waitForExchanges(1).first)
    #expect(exchange.body.isEmpty)
    #expect(exchange.bodyLength == body.count)
  }

  @Test func `is asked for only where there is a body`() throws {
    let counter = Counter()
    let server = try TestDaemon(sink: counter) { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    _ = try client.readReply()

    #expect(try #require(server.handler.waitForExchanges(1).first).sink == nil)
  }
}
