import MicroHTTPD
import TestSupport
import Testing

/// Long before `readTimeout` and `idleTimeout`, which are half a minute and a minute.
@Suite("A client that leaves in one go with the last that it sends")
struct LeavingClientTests {
  @Test(
    .withoutTLS,
    arguments: [
      "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
    ])
  func `in the middle of a request is noticed`(beginning: String) throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send(beginning)
    client.endSending()

    #expect(try client.readToEnd().bytes.isEmpty)
    #expect(server.handler.waitForEndings(1).count == 1)
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test(.withoutTLS) func `behind a request has its answer, and the end behind it`() throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    client.endSending()

    #expect(try client.readReply().status == 200)
    #expect(try client.readToEnd().ended == .fin)
    #expect(server.handler.waitForEndings(1) == [.completed])
  }
}
