import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("An answer that is no HTTP")
struct MalformedReplyTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var malformation: Reply.Malformation?
    var cut: Reply.Cut?
    var framing = Reply.Framing.exact
    /// The answer without its `Date`.
    var bytes: String
    var testDescription: String { "\(malformation.map { "\($0)" } ?? "\(framing)")" }
  }

  static let examples = [
    Example(
      malformation: .statusLine,
      bytes:
        "MALFORMED 201 Created\r\nX-A: 1\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"),
    Example(
      malformation: .header,
      bytes:
        "HTTP/1.1 201 Created\r\nX-A: 1\r\nMalformed\0line\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
    ),
    Example(
      malformation: .chunk(after: 2),
      bytes:
        "HTTP/1.1 201 Created\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\nhe\r\nmalformed\r\n"
    ),
    Example(
      malformation: .chunk(after: 0),
      bytes:
        "HTTP/1.1 201 Created\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nmalformed\r\n"
    ),
    Example(
      cut: .close(after: 5), framing: .excess(100),
      bytes: "HTTP/1.1 201 Created\r\nX-A: 1\r\nContent-Length: 105\r\n\r\nhello"),
    Example(
      cut: .close(after: 2), framing: .chunked,
      bytes: "HTTP/1.1 201 Created\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n"),
    Example(
      cut: .close(after: 0), framing: .chunked,
      bytes: "HTTP/1.1 201 Created\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
  ]

  private func server(
    _ example: Example, body: [UInt8] = Array("hello".utf8)
  ) throws -> TestDaemon {
    try TestDaemon(workers: 1) {
      if $0.target == Array("/good".utf8) { return .reply(greeting) }
      return .reply(
        Reply(
          status: 201, fields: [Field("X-A", "1")], body: body, cut: example.cut,
          framing: example.framing, malformation: example.malformation))
    }
  }

  /// The bytes without the `Date` line, and with the lines of the head in order, which the library
  /// may send in another.
  private static func dateless(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "Date: ") else { return text }
    let line = text[start.lowerBound...].prefix { $0 != "\r\n" }
    return String(text[..<start.lowerBound] + text[line.endIndex...].dropFirst())
  }

  @Test(arguments: examples)
  func `is sent byte for byte, then closed`(_ example: Example) throws {
    let server = try server(example)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    let (bytes, ended) = try client.readToEnd()

    #expect(Self.dateless(bytes) == example.bytes)
    #expect(ended == .fin)
    #expect(server.handler.waitForEndings(1) == [.closed])
  }

  @Test(arguments: examples)
  func `has no body for HEAD`(_ example: Example) throws {
    let server = try server(example)
    let client = try RawClient(port: server.port)

    try client.request("HEAD", "/")
    let (bytes, ended) = try client.readToEnd()

    let text = Self.dateless(bytes)
    // Told of chunks, the library would send the last one.
    let head = String(example.bytes.split(separator: "\r\n\r\n")[0])
    let expected =
      example.framing == .chunked
      ? head.replacing("Transfer-Encoding: chunked", with: "Content-Length: 5") : head
    #expect(text == "\(expected)\r\n\r\n")
    #expect(ended == .fin)
    #expect(server.handler.waitForEndings(1) == [.closed])
  }

  @Test(arguments: examples)
  func `comes behind the answers before it, and is the last`(_ example: Example) throws {
    let server = try server(example)
    let client = try RawClient(port: server.port)

    try client.send(
      ["/good", "/", "/good"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    let first = try client.readReply()
    let (bytes, ended) = try client.readToEnd()

    #expect(first.text == "hello")
    #expect(Self.dateless(bytes) == example.bytes)
    #expect(ended == .fin)
  }

  @Test func `comes without chunks to a client that knows none`() throws {
    let server = try server(
      Example(cut: .close(after: 2), framing: .chunked, bytes: ""))
    let client = try RawClient(port: server.port)

    try client.send("GET / HTTP/1.0\r\n\r\n")
    let (bytes, ended) = try client.readToEnd()

    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\nhe"))
    #expect(!text.contains("Transfer-Encoding"))
    #expect(!text.contains("Content-Length"))
    #expect(ended == .fin)
  }

  @Test func `arrives whole though its client reads slowly`() throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 32 << 20)
    let example = Example(malformation: .header, bytes: "")
    let server = try server(example, body: body)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(eventually { server.daemon.parkedCount == 1 })
    let good = try RawClient(port: server.port).get("/good")
    let (bytes, ended) = try client.readToEnd()

    #expect(good.text == "hello")
    #expect(bytes.suffix(body.count).elementsEqual(body))
    #expect(ended == .fin)
    #expect(server.handler.waitForEndings(2).contains(.closed))
  }

  @Test func `is cancelled where its client hangs up in the middle`() throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 32 << 20)
    let server = try server(Example(malformation: .statusLine, bytes: ""), body: body)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(eventually { server.daemon.parkedCount == 1 })

    client.closeWithRST()

    #expect(server.handler.waitForEndings(1) == [.cancelled])
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test(arguments: [
    (Reply.Malformation.statusLine, 0), (.header, 201), (.chunk(after: 0), 201),
  ])
  func `has a status where it has a status line`(
    malformation: Reply.Malformation, status: Int
  ) throws {
    let server = try server(Example(malformation: malformation, bytes: ""))
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    _ = try client.readToEnd()

    _ = server.handler.waitForEndings(1)

    #expect(server.handler.waitForExchanges(1)[0].status == status)
    #expect(server.handler.events == [.answering, .ended(.closed)])
  }
}
