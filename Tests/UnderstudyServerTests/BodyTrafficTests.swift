import TestSupport
import Testing
import Understudy
import UnderstudyServer
import Zlib

@Suite("A body over the wire")
struct BodyTrafficTests {
  static let catalog = Catalog(
    RouteGroup("b") {
      Route("b.ping", .get, "/ping", default: .status(200))
      Route("b.orders", .post, "/orders", body: .json(["foo": "bar"]), default: .status(201))
      Route("b.form", .post, "/form", body: .form(["a": "1 2"]), default: .status(201))
      Route("b.up", .post, "/up", body: .multipart([.field("f", "data")]), default: .status(201))
      Route("b.text", .post, "/text", body: .text("Grüße"), default: .status(201))
      Route("b.zip", .post, "/zip", body: .bytes(Self.zip), default: .status(201))
      Route("b.any", .post, "/any", default: .status(202))
    })

  static let json = Array(#"{"foo":"bar"}"#.utf8)
  static let zip = Deflater.deflate(json, .gzip)
  static let part =
    "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\ndata\r\n--B--\r\n"

  struct Example: Sendable, CustomTestStringConvertible {
    var id: String, path: String, lines: [String], body: [UInt8], status: Int
    var testDescription: String { "\(id): \(path) \(lines) \(status)" }

    init(_ id: String, _ path: String, _ lines: [String], _ body: [UInt8], _ status: Int) {
      (self.id, self.path, self.lines, self.body, self.status) = (id, path, lines, body, status)
    }
  }

  @Test(arguments: [
    Example("J08", "/orders", [], json, 201),
    Example("J08", "/orders", ["Content-Type: text/plain"], json, 201),
    Example("J02", "/orders", [], Array(#"{"foo":1}"#.utf8), 404),
    Example("G01", "/orders", ["Content-Encoding: gzip"], zip, 201),
    Example(
      "G01", "/orders", ["Content-Encoding: gzip"],
      Deflater.deflate(Array(#"{"foo":"baz"}"#.utf8), .gzip), 404),
    Example("G01", "/orders", ["Content-Encoding: zstd"], json, 404),
    Example("G02", "/zip", ["Content-Type: application/gzip"], zip, 201),
    Example("G04", "/orders", ["Content-Encoding: gzip"], Array(zip[..<12]), 404),
    Example("G04", "/orders", ["Content-Encoding: gzip"], Array("not gzip".utf8), 404),
    Example(
      "U02", "/form", ["Content-Type: Application/X-WWW-Form-Urlencoded;charset=UTF-8"],
      Array("a=1+2".utf8), 201),
    Example(
      "C02", "/text", ["Content-Type: text/plain; charset=ISO-8859-1"],
      [0x47, 0x72, 0xFC, 0xDF, 0x65], 201),
    Example("C02", "/text", ["Content-Type: text/plain; charset=no"], Array("Grüße".utf8), 404),
    Example(
      "MP01", "/up", ["Content-Type: multipart/form-data; boundary=\"B\""], Array(part.utf8), 201),
    Example("MP07", "/up", ["Content-Type: multipart/form-data"], Array(part.utf8), 404),
    Example(
      "MP07", "/up", ["Content-Type: multipart/form-data; boundary=\""], Array(part.utf8), 404),
    Example(
      "MP08", "/up", ["Content-Type: multipart/form-data; boundary=B"],
      Array(part.utf8.dropLast(4)), 404),
  ])
  func `decides, and leaves the connection usable`(_ example: Example) throws {
    let server = try TestServer(Self.catalog)
    var head =
      "POST \(example.path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(example.body.count)\r\n"
    for line in example.lines { head += "\(line)\r\n" }

    try server.client.send(Array("\(head)\r\n".utf8) + example.body)

    #expect(try server.client.readReply().status == example.status)
    #expect(try server.client.get("/ping").status == 200)
  }

  @Test(.bug(id: "MP07"))
  func `with a NUL in its boundary does no harm`() throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(
      "POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: \(Self.part.utf8.count)\r\n"
        + "Content-Type: multipart/form-data; boundary=A\0B\r\n\r\n\(Self.part)")

    #expect([400, 404].contains(try server.client.readReply().status))
    #expect(try RawClient(port: server.port).get("/ping").status == 200)
  }

  @Test(.bug(id: "G04"))
  func `is not inflated beyond the limit of bodies`() throws {
    let server = try TestServer(Self.catalog) { $0.maxBody = 100_000 }
    let bomb = Deflater.deflate([UInt8](repeating: 0x20, count: 50_000_000), .gzip)
    #expect(bomb.count < 100_000)
    let spaces = Deflater.deflate([UInt8](repeating: 0x20, count: 99_000) + Self.json, .gzip)

    let statuses = try [bomb, spaces].map { body in
      try server.client.send(
        Array(
          "POST /orders HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
            .utf8) + body)
      return try server.client.readReply().status
    }

    #expect(statuses == [404, 201])
  }

  @Test(.bug(id: "F01"))
  func `is asked for where the client waits for that`() throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(
      "POST /orders HTTP/1.1\r\nHost: h\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n")
    #expect(try server.client.readInterim() == 100)
    try server.client.send(Self.json)

    #expect(try server.client.readReply().status == 201)
  }

  @Test(.bug(id: "F01"))
  func `is not asked for of a client of HTTP 1.0`() throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(
      Array(
        "POST /orders HTTP/1.0\r\nHost: h\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n"
          .utf8)
        + Self.json)
    let text = String(decoding: try server.client.readToEnd().bytes, as: UTF8.self)

    #expect(!text.contains(" 100 "))
    #expect(text.contains(" 201 "))
  }

  @Test(.bug(id: "F03"))
  func `may come in chunks, with extensions and trailers`() throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(
      "POST /orders HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
        + "3\r\n{\"f\r\na;ext=1\r\noo\":\"bar\"}\r\n0\r\nX-Trailer: t\r\n\r\n")

    #expect(try server.client.readReply().status == 201)
  }

  @Test(
    .bug(id: "F04"), .bug(id: "F14"), .bug(id: "F17"),
    arguments: [
      ("GET /ping HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200),
      ("POST /any HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok\r\n", 202),
      ("POST /nope HTTP/1.1\r\nHost: h\r\nContent-Length: 20\r\n\r\nGET /ping HTTP/1.1\r\n", 404),
    ])
  func `ends where its framing says`(_ first: String, _ status: Int) throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(first + "GET /ping HTTP/1.1\r\nHost: h\r\n\r\n")

    #expect(try server.client.readReply().status == status)
    #expect(try server.client.readReply().status == 200)
  }

  @Test func `that grows too long behind HEAD is refused without a body`() throws {
    let server = try TestServer(Self.catalog) { $0.maxBody = 1000 }
    let chunk = "4e2\r\n\(String(repeating: "x", count: 1250))\r\n"

    try server.client.send(
      "HEAD /ping HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)0\r\n\r\n")
    let (bytes, _) = try server.client.readToEnd()

    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 413 "))
    #expect(text.hasSuffix("\r\n\r\n"))
    #expect(!text.contains("Content-Length: 0"))
  }
}
