import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A head that a connection sends again")
struct RepeatedHeadTests {
  private static let lines = "Host: localhost\r\nX-A: 1\r\nX-B: two\r\n\r\n"

  private func server() throws -> TestDaemon {
    try TestDaemon { exchange in
      let lines = exchange.head.lines.map { line in
        String(decoding: line.name + [0x3D] + line.value, as: UTF8.self)
      }
      let body = lines.joined(separator: ";")
      return .reply(Reply(status: 200, fields: [], body: Array(body.utf8)))
    }
  }

  /// A connection whose head is known.
  private func client(of server: TestDaemon) throws -> RawClient {
    let client = try RawClient(port: server.port)
    for target in ["/", "/other?page=1", "/"] {
      try client.send("GET \(target) HTTP/1.1\r\n\(Self.lines)")
      #expect(try client.readReply().text == "Host=localhost;X-A=1;X-B=two")
    }
    return client
  }

  @Test(arguments: [
    ("Host: localhost\r\nX-A: 1\r\nX-B: owt\r\n\r\n", "Host=localhost;X-A=1;X-B=owt"),
    ("Host: localhost\r\nX-A: 1\r\nY-B: two\r\n\r\n", "Host=localhost;X-A=1;Y-B=two"),
    ("Host: localhost\r\nX-A: 1\r\n\r\n", "Host=localhost;X-A=1"),
    (
      "Host: localhost\r\nX-A: 1\r\nX-B: two\r\nX-C: 3\r\n\r\n",
      "Host=localhost;X-A=1;X-B=two;X-C=3"
    ),
  ])
  func `is read anew where a line is another`(lines: String, expected: String) throws {
    let server = try server()
    let client = try client(of: server)

    for _ in 0..<3 {
      try client.send("GET / HTTP/1.1\r\n\(lines)")
      #expect(try client.readReply().text == expected)
    }
    try client.send("GET / HTTP/1.1\r\n\(Self.lines)")
    #expect(try client.readReply().text == "Host=localhost;X-A=1;X-B=two")
  }

  /// What the library makes of these is, byte for byte, what it makes of the right lines.
  @Test(arguments: [
    "Host: localhost\r\nX-A: 1\0\0X-B\0 two\r\n\r\n",
    "Host: localhost\0\0X-A\0 1\0\0X-B\0 two\r\n\r\n",
  ])
  func `is refused where one line looks like two`(lines: String) throws {
    let server = try server()
    let client = try client(of: server)

    try client.send("GET / HTTP/1.1\r\n\(lines)")

    let reply = try client.readReply()
    #expect(reply.status == 400)
    #expect(reply.value(of: "X-Refusal") == "brokenHeaderLine")
  }

  /// As many lines, and the same bytes: two are one, and one is two.
  @Test(arguments: [
    ("X-B:two\r\nX-C: 3\r\n\r\n", "\0\0X-B\ntwo:\nX-C: 3\r\n\r\n"),
    ("Content-Length:0\r\n\r\n", "\0\0Content-Length\n0:\n\r\n"),
  ])
  func `is refused where its lines are parted elsewhere`(end: String, other: String) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    for _ in 0..<3 {
      try client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n\(end)")
      #expect(try client.readReply().status == 200)
    }

    try client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\(other)")

    #expect(try client.readReply().status == 400)
  }

  @Test(arguments: [
    ("Host: localhost\nX-A: 1\r\nX-B: two\r\n\r\n", "brokenHeaderLine"),
    ("Host: localhost\r\nX-A: 1\r\n X-B: two\r\n\r\n", "brokenHeaderLine"),
    ("X-A: 1\r\nX-B: two\r\n\r\n", "missingHost"),
    ("Host: localhost\r\nHost: localhost\r\nX-B: two\r\n\r\n", "repeatedHost"),
  ])
  func `is refused where it is not right any more`(lines: String, refusal: String) throws {
    let server = try server()
    let client = try client(of: server)

    try client.send("GET / HTTP/1.1\r\n\(lines)")

    let reply = try client.readReply()
    #expect(reply.status == 400)
    #expect(reply.value(of: "X-Refusal") == refusal)
  }
}
