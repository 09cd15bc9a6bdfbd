import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A message on the wire")
struct FramingCaseTests {
  private static let catalog = Catalog(
    RouteGroup("c") {
      Route("c.ping", .get, "/ping", default: .text("pong"))
      Route("c.echo", .post, "/x", default: .text("{{body}}"))
      Route("c.slow", .get, "/slow", default: .text("slow").delayed(.milliseconds(50)))
      Route("c.none", .get, "/none", default: .status(204).header("X-A", "1"))
        .variant("notModified", .status(304))
        .variant("reset", .json(["success": true]).status(205))
        .variant("filled", .json(["success": true]).status(204))
        .variant("empty200", .status(200)).variant("empty500", .status(500))
      Route(
        "c.filled", .get, "/filled", query: .ignored,
        default: .text("x").header("X-Q", "{{query.q}}"))
    })

  struct Refused: Sendable, CustomTestStringConvertible {
    var message: String, status: Int, code: String, detail: String
    var testDescription: String { detail }
  }

  @Test(
    .bug(id: "F06"),
    arguments: [
      Refused(
        message: "GET  /ping HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, code: "malformed-message",
        detail: "The request line has more than one space between its parts (RFC 9112, 3)."),
      Refused(
        message: "G(T /ping HTTP/1.1\r\nHost: a\r\n\r\n", status: 400, code: "malformed-message",
        detail: "The method is no token (RFC 9110, 9.1)."),
      Refused(
        message: "GET /ping HTTP/1.1\r\nHost: a b\r\n\r\n", status: 400, code: "malformed-message",
        detail: "The Host is empty or names no host (RFC 9112, 3.2)."),
      Refused(
        message: "GET /ping HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", status: 400,
        code: "malformed-message",
        detail: "A header name is no token, or has a space before its colon (RFC 9112, 5.1)."),
      Refused(
        message: "GET /ping HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", status: 400,
        code: "malformed-message",
        detail:
          "A line has no name, goes on in the next (RFC 9112, 5.2), ends with LF alone (RFC 9112, "
          + "2.2), or has a CR or NUL in it (RFC 9110, 5.5)."),
      Refused(
        message: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked"
          + "\r\n\r\n0\r\n\r\n",
        status: 400, code: "malformed-message",
        detail: "The request has both Content-Length and Transfer-Encoding (RFC 9112, 6.3)."),
      Refused(
        message:
          "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        status: 400, code: "malformed-message",
        detail: "The body is 'chunked' more than once (RFC 9112, 6.1)."),
      Refused(
        message: "POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", status: 400,
        code: "malformed-message", detail: "HTTP/1.0 has no Transfer-Encoding (RFC 9112, 6.1)."),
      Refused(
        message: "GET /ping HTTP/1.1\r\nHost: a\r\nExpect: pizza\r\n\r\n", status: 417,
        code: "expectation-failed",
        detail: "The only expectation that is met is '100-continue' (RFC 9110, 10.1.1)."),
      Refused(
        message: "GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
        status: 414, code: "target-too-long", detail: "The request target is over 16 KiB."),
    ])
  func `that is refused says why, closes, and is on record`(_ example: Refused) throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(example.message + "GET /ping HTTP/1.1\r\nHost: a\r\n\r\n")
    let reply = try server.client.readReply()
    let rest = try server.client.readToEnd()
    let other = try RawClient(port: server.port)
    let list = try other.get("/__admin/requests").json?["requests"]?.arrayValue

    #expect(reply.status == example.status)
    #expect(reply.value(of: "Content-Type") == "application/problem+json")
    #expect(reply.value(of: "Connection") == "close")
    #expect(reply.json?["code"]?.stringValue == example.code)
    #expect(reply.json?["detail"]?.stringValue == example.detail)
    #expect(rest.bytes.isEmpty)
    #expect(rest.ended == .fin)
    #expect(list?.count == 1)
    #expect(list?.first?["ending"] == "refused")
    #expect(list?.first?["matched"] == false)
  }

  @Test(.bug(id: "F07"))
  func `that does not come to its end is 408, on record as incomplete`() throws {
    let server = try TestServer(Self.catalog) { $0.readTimeout = .milliseconds(200) }
    let slow = try RawClient(port: server.port)
    try slow.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")

    #expect(try server.client.get("/ping").status == 200)
    let reply = try slow.readReply()
    #expect(try slow.readToEnd().ended == .fin)
    let entry = try server.admin("GET", "/requests?ending=incomplete").json?["requests"]?[0]

    #expect(reply.status == 408)
    #expect(reply.json?["code"] == "read-timeout")
    #expect(
      reply.json?["detail"]
        == "The request did not come to its end in time (--read-timeout).")
    #expect(entry?["matched"] == .null)
    #expect(entry?["status"] == 408)
  }

  @Test func `on a connection too many is 503`() throws {
    let server = try TestServer(Self.catalog) { $0.maxConnections = 1 }
    #expect(try server.client.get("/ping").status == 200)

    let reply = try RawClient(port: server.port).get("/ping")

    #expect(reply.status == 503)
    #expect(reply.value(of: "Retry-After") == "1")
    #expect(reply.json?["code"] == "too-many-connections")
    #expect(
      reply.json?["detail"]
        == "There are as many connections as there may be (--max-connections).")
    let list = try server.admin("GET", "/requests?ending=refused").json?["requests"]
    #expect(list?.arrayValue?.count == 1)
  }

  @Test func `with trailers has them nowhere among its header lines`() throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        + "X-Trailer: t\r\nHost: b\r\nContent-Length: 3\r\n\r\n")
    #expect(try server.client.readReply().text == "{}")

    let headers = try server.admin("GET", "/requests/1").json?["request"]?["headers"]
    #expect(headers == [["Host", "a"], ["Transfer-Encoding", "chunked"]])
  }

  @Test(arguments: [true, false])
  func `of HTTP 1.0 keeps its connection where it says so`(keeps: Bool) throws {
    let server = try TestServer(Self.catalog)
    let line = keeps ? "Connection: keep-alive\r\n" : ""

    try server.client.send("GET /ping HTTP/1.0\r\n\(line)\r\n")
    #expect(try server.client.readReply().text == "pong")

    if keeps {
      try server.client.send("GET /slow HTTP/1.0\r\n\(line)\r\n")
      #expect(try server.client.readReply().text == "slow")
      try server.client.send("GET /ping HTTP/1.0\r\n\r\n")
      #expect(try server.client.readReply().text == "pong")
    }
    #expect(try server.client.readToEnd().ended == .fin)
  }

  @Test(.bug(id: "F08"), .bug(id: "F09"), .bug(id: "F10"))
  func `that has no content ends where it should, one behind the other`() throws {
    let server = try TestServer(Self.catalog)
    let variants = ["default", "notModified", "reset", "filled", "empty200", "empty500"]
    for method in ["GET", "HEAD"] {
      try server.client.send(
        variants.map {
          "\(method) /none HTTP/1.1\r\nHost: a\r\nUnderstudy-Variant: \($0)\r\n\r\n"
        }.joined())
      for (variant, status) in zip(variants, [204, 304, 205, 204, 200, 500]) {
        let reply = try server.client.readReply(isHead: method == "HEAD")

        #expect(reply.status == status, "\(variant)")
        #expect(reply.body.isEmpty)
        #expect(reply.value(of: "Transfer-Encoding") == nil)
        if status == 204 { #expect(reply.value(of: "Content-Length") == nil) }
        if [200, 205, 500].contains(status) { #expect(reply.value(of: "Content-Length") == "0") }
      }
    }
    #expect(try server.client.get("/ping").text == "pong")
  }

  @Test func `in a pipeline is answered in its turn, around delays, holds and faults`() throws {
    let server = try TestServer(Self.catalog)
    func message(_ target: String, _ variant: String = "default") -> String {
      "GET \(target) HTTP/1.1\r\nHost: a\r\nUnderstudy-Variant: \(variant)\r\n\r\n"
    }

    try server.client.send(
      message("/slow") + message("/ping") + message("/slow", "timeout") + message("/ping")
        + message("/ping", "offline") + message("/ping"))
    #expect(try server.client.readReply().text == "slow")
    #expect(try server.client.readReply().text == "pong")
    let other = try RawClient(port: server.port)
    let isHeld = try eventually {
      try other.get("/__admin/held").json?["held"]?.arrayValue?.count == 1
    }
    #expect(isHeld)
    #expect(try other.get("/__admin/held/release", method: "POST").status == 200)
    #expect(try server.client.readReply().text == "slow")
    #expect(try server.client.readReply().text == "pong")
    let rest = try server.client.readToEnd()
    #expect(rest.bytes.isEmpty)
    #expect(rest.ended == .reset)
  }

  @Test func `cannot split an answer by what a placeholder takes`() throws {
    let server = try TestServer(Self.catalog)

    let reply = try server.client.get("/filled?q=a%0D%0AX-B:%20b")

    #expect(reply.status == 500)
    #expect(reply.value(of: "Understudy-Error") == "header-unsafe")
    #expect(
      reply.json?["detail"]
        == "Variant 'default' of route 'c.filled' would send a header 'X-Q' with a CR, LF or NUL in it, which could split the answer."
    )
    #expect(try server.client.get("/filled?q=ok").value(of: "X-Q") == "ok")
  }
}
