import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A message that HTTP does not allow")
struct RefusalTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var message: String, status: Int, refusal: Refusal
    var testDescription: String { "\(refusal)" }
  }

  @Test(arguments: [
    Example(message: "GET / HTTP/1.1\r\n\r\n", status: 400, refusal: .missingHost),
    Example(
      message: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", status: 400,
      refusal: .repeatedHost),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      status: 400, refusal: .conflictingLength),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      status: 400, refusal: .lengthWithTransferCoding),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      status: 501, refusal: .unknownTransferCoding),
    Example(
      message: "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", status: 501, refusal: .connectMethod),
    Example(
      message: "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 17_000))\r\n\r\n",
      status: 431, refusal: .headersTooLarge),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n", status: 413,
      refusal: .bodyTooLarge),
    Example(
      message: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedTarget),
    Example(
      message: "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedTarget),
    Example(
      message: "GET /a?b\0 HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedTarget),
  ])
  func `is refused before anybody looks at it`(_ example: Example) throws {
    let server = try TestDaemon(configure: { $0.maxBody = 1000 }) { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send(example.message)
    let reply = try client.readReply()

    #expect(reply.status == example.status)
    #expect(reply.value(of: "X-Refusal") == "\(example.refusal)")
    #expect(reply.value(of: "Connection") == "close")
    #expect(server.handler.waitForEndings(1) == [.refused])
  }

  @Test(arguments: [1, 40_000])
  func `is refused in its middle where a chunked body grows too long`(count: Int) throws {
    let server = try TestDaemon(configure: { $0.maxBody = 1000 }) { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)
    let chunk = "4e2\r\n\(String(repeating: "x", count: 1250))\r\n"

    try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<count { try client.send(chunk) }
    try client.send("0\r\n\r\n")
    let reply = try client.readReply()

    #expect(reply.status == 413)
    #expect(reply.reason == "Content Too Large" || reply.reason == "Payload Too Large")
    #expect(reply.value(of: "X-Refusal") == "bodyTooLarge")
    #expect(reply.value(of: "Date")?.hasSuffix(" GMT") == true)
    #expect(reply.value(of: "Connection") == "close")
    #expect(try client.readToEnd().ended == .fin)
    #expect(server.handler.waitForEndings(1) == [.refused])
  }

  @Test func `lets a client that is still sending read why`() throws {
    let server = try TestDaemon(configure: { $0.maxBody = 1000 }) { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)
    let size = 50_000_000

    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
    try client.send([UInt8](repeating: 120, count: size))

    #expect(try client.readReply().status == 413)
    #expect(try client.readToEnd().ended == .fin)
  }

  @Test func `ends as refused where the library answers by itself`() throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))")

    #expect(try client.readReply().status == 431)
    #expect(server.handler.waitForEndings(1) == [.refused])
  }

  @Test func `does not end the daemon when it is no HTTP at all`() throws {
    let server = try TestDaemon { _ in .reply(greeting) }

    for garbage in ["\u{16}\u{3}\u{1}", "GET\r\n\r\n", "\r\n\r\n\r\n", "A B C D\r\n\r\n"] {
      try RawClient(port: server.port).send(garbage)
    }

    #expect(try RawClient(port: server.port).get("/").status == 200)
  }
}
