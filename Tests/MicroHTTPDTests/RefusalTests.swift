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
    Example(
      message: "GET /a\rb HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedTarget),
    Example(
      message: "GET /a  HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedTarget),
    Example(
      message: "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedRequestLine),
    Example(
      message: "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, refusal: .malformedMethod),
    Example(
      message: "GET /\(String(repeating: "x", count: 17_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
      status: 414, refusal: .targetTooLong),
    Example(
      message: "GET / HTTP/1.2\r\nX: a\r\n\r\n", status: 400, refusal: .missingHost),
    Example(
      message: "GET / HTTP/1.1\r\n Host: a\r\n\r\n", status: 400, refusal: .malformedHeaderName),
    Example(
      message: "GET / HTTP/1.1\nHost: a\n\n", status: 400, refusal: .brokenHeaderLine),
    Example(
      message: "GET / HTTP/1.1\nHost: a\r\n\r\n", status: 400, refusal: .brokenHeaderLine),
    Example(
      message: "GET / HTTP/1.1\r\nHost: a\n\r\nx", status: 400, refusal: .brokenHeaderLine),
    Example(
      message: "GET / HTTP/1.1\r\nHost: a\r\n\nx", status: 400, refusal: .brokenHeaderLine),
    Example(
      message: "GET / HTTP/1.0\r\n: a\r\nX: b\r\n\r\n", status: 400, refusal: .malformedHeaderName),
    Example(
      message: "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", status: 400,
      refusal: .transferCodingInHTTP10),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
      status: 400, refusal: .repeatedChunked),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      status: 400, refusal: .repeatedChunked),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n0\r\n\r\n",
      status: 501, refusal: .unknownTransferCoding),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", status: 501,
      refusal: .unknownTransferCoding),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
      status: 400, refusal: .malformedHeaderName),
    Example(
      message: "POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nContent-Length: 1\r\n\r\n",
      status: 417, refusal: .unknownExpectation),
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

  @Test(arguments: [
    "X : a", "X(Y): a", "X\u{E4}: a", "X\u{1}: a", "X Y: a", "\"X\": a",
  ])
  func `has a header name that is no token`(line: String) throws {
    try expectRefusal(.malformedHeaderName, line: line)
  }

  @Test(arguments: [
    "X: a\r\n b", "X: a\r\n\tb", "X:\r\n b", "X: a\rb", "X: a\r", "X: a\rY: b", "X: a\0b",
    "X: a\0b: c", ": a", "X: a\nY: b",
  ])
  func `has a header line that cannot be read as it was sent`(line: String) throws {
    try expectRefusal(.brokenHeaderLine, line: "\(line)\r\nY: c")
    try expectRefusal(.brokenHeaderLine, line: line)
  }

  @Test(arguments: [
    "", " ", "a b", "a/b", "u@a", "a:x", "a:-1", "\u{E4}", "[::1", "[]", "[::1]x", "a%2", "a%zz",
    "<a>", "a\\b", ":80", "a:80:80", "a?b", "a#b",
  ])
  func `names no host`(host: String) throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    for version in ["1.0", "1.1"] {
      let client = try RawClient(port: server.port)

      try client.send("GET / HTTP/\(version)\r\nHost: \(host)\r\n\r\n")
      let reply = try client.readReply()

      #expect(reply.status == 400)
      #expect(reply.value(of: "X-Refusal") == "invalidHost")
    }
  }

  @Test(arguments: [
    "a", "a:80", "a:", "127.0.0.1:8080", "[::1]", "[::1]:80", "[v1.a:b]", "a_b.c-d", "a%20b", "a,b",
    "*",
    "localhost",
  ])
  func `is not one for its host`(host: String) throws {
    let server = try TestDaemon { _ in .reply(greeting) }

    #expect(try RawClient(port: server.port).get("/", host: host).status == 200)
  }

  @Test(
    .bug(id: "F14"),
    arguments: [
      // Robust servers take these (RFC 9112, 2.2).
      "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost:a\r\nX:\r\nY:  \t b \t\r\nZ: \t\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\u{7F}\u{E4}\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: a\0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 02\r\n\r\nok",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n2;a=\"b\"\r\nok\r\n"
        + "000;x\r\nHost: b\r\nContent-Length: 7\r\n\r\n",
      "POST / HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\nok",
      "CHECKOUT / HTTP/1.1\r\nHost: a\r\n\r\n", "get / HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
  func `is none that a robust server takes`(message: String) throws {
    let server = try TestDaemon { exchange in
      .reply(
        Reply(
          status: 200, fields: [],
          body: exchange.body + Array("|\(exchange.head.first("Host").map { $0.count } ?? 0)".utf8))
      )
    }
    for size in [message.utf8.count, 1, 7] {
      let client = try RawClient(port: server.port)

      var rest = Array(message.utf8)[...]
      while !rest.isEmpty {
        try client.send(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(try client.readReply().status == 200)
      try client.request("GET", "/", headers: ["Connection: close"])

      #expect(try client.readReply().text == "|9")
      #expect(try client.readToEnd().ended == .fin)
    }
  }

  @Test func `with blanks behind a value has the value without them`() throws {
    let server = try TestDaemon { exchange in
      .reply(Reply(status: 200, fields: [], body: Array(exchange.head.first("X") ?? [])))
    }

    let reply = try RawClient(port: server.port).get("/", headers: ["X: a b \t ", "Y: c"])

    #expect(reply.text == "a b")
  }

  @Test(.bug(id: "N07"), arguments: [100, 100_000])
  func `is found by its size, however it is cut`(size: Int) throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let long = { (count: Int) in String(repeating: "x", count: count) }
    let examples = [
      (target: 2000, header: 4096, status: 200), (8000, 12_000, 200), (16_000, 0, 200),
      (20_000, 0, 414), (0, 17_000, 431), (0, 60_000, 431), (60_000, 0, 414),
    ]
    for (target, header, status) in examples {
      let client = try RawClient(port: server.port)
      let message =
        "GET /\(long(target)) HTTP/1.1\r\nHost: a\r\nAuthorization: \(long(header))\r\n\r\n"

      var rest = Array(message.utf8)[...]
      // Nobody reads on behind the answer.
      while !rest.isEmpty, (try? client.send(Array(rest.prefix(size)))) != nil {
        rest = rest.dropFirst(size)
      }

      #expect(try client.readReply().status == status, "\(target) \(header)")
    }
  }

  @Test(arguments: ["", "GET /second HTTP/1.1\r\nHost: a\r\n\r\n"])
  func `is none that expects to go on with nothing`(second: String) throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send(
      "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n\r\n\(second)")

    let reply = try client.readReply()
    #expect(reply.text == "hello")
    // What follows is not read: the library cannot tell it from a body.
    #expect(reply.value(of: "Connection") == "close")
    #expect(try client.readToEnd().bytes.isEmpty)
    #expect(server.handler.waitForEndings(1) == [.completed])
  }

  private func expectRefusal(_ refusal: Refusal, line: String) throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send(
      "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let reply = try client.readReply()

    #expect(reply.status == 400)
    #expect(reply.value(of: "X-Refusal") == "\(refusal)")
    #expect(try client.readToEnd().bytes.isEmpty)
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
