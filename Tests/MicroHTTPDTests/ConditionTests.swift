import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("An answer to a request with conditions")
struct ConditionTests {
  /// Ten bytes, the state `"v1"`, changed on 6 November 1994.
  static let reply = Reply(
    status: 200,
    fields: [
      Field("Content-Type", "text/plain"), Field("ETag", #""v1""#),
      Field("Last-Modified", date), Field("X-A", "1"),
    ], body: Array("0123456789".utf8), isConditional: true)

  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"
  static let later = "Mon, 07 Nov 1994 08:49:37 GMT"

  struct Example: Sendable, CustomTestStringConvertible {
    var headers: [String], status: Int, body: String, method: String
    var testDescription: String { "\(method) \(headers) is \(status)" }

    init(_ headers: String..., method: String = "GET", is status: Int, _ body: String? = nil) {
      (self.headers, self.status, self.method) = (headers, status, method)
      self.body = body ?? (status == 200 ? "0123456789" : "")
    }
  }

  @Test(arguments: [
    Example(is: 200), Example(#"If-None-Match: "v1""#, is: 304),
    Example(#"If-None-Match: W/"v1""#, is: 304),
    Example(#"If-None-Match: "x", "v1""#, is: 304), Example("If-None-Match: *", is: 304),
    Example(#"If-None-Match: "x""#, #"If-None-Match: "v1""#, is: 304),
    Example(#"If-None-Match: "x""#, is: 200), Example("If-None-Match: v1", is: 200),
    Example(#"If-None-Match: "v1""#, method: "POST", is: 200),
    Example(#"If-None-Match: "v1""#, method: "HEAD", is: 304),
    Example("If-Modified-Since: \(date)", is: 304), Example("If-Modified-Since: \(later)", is: 304),
    Example("If-Modified-Since: \(earlier)", is: 200),
    Example("If-Modified-Since: yesterday", is: 200),
    Example("If-Modified-Since: \(date)", "If-Modified-Since: \(date)", is: 200),
    // The tag decides alone (RFC 9110, 13.1.3).
    Example(#"If-None-Match: "x""#, "If-Modified-Since: \(date)", is: 200),
    Example(#"If-Match: "v1""#, is: 200), Example(#"If-Match: W/"v1""#, is: 412),
    Example("If-Match: *", is: 200), Example(#"If-Match: "x""#, is: 412),
    Example("If-Unmodified-Since: \(date)", is: 200),
    Example("If-Unmodified-Since: \(earlier)", is: 412),
    Example(#"If-Match: "v1""#, "If-Unmodified-Since: \(earlier)", is: 200),
    Example(#"If-Match: "v1""#, #"If-None-Match: "v1""#, is: 304),
    Example("Range: bytes=2-4", is: 206, "234"), Example("Range: bytes=-2", is: 206, "89"),
    Example("Range: bytes=10-", is: 416), Example("Range: lines=1-2", is: 200),
    Example("Range: bytes=0-0", "Range: bytes=1-1", is: 200),
    Example("Range: bytes=0-0", method: "HEAD", is: 200, ""),
    Example("Range: bytes=0-0", method: "POST", is: 200),
    Example("Range: bytes=0-0", #"If-None-Match: "v1""#, is: 304),
    Example("Range: bytes=0-0", #"If-Range: "v1""#, is: 206, "0"),
    Example("Range: bytes=0-0", #"If-Range: W/"v1""#, is: 200),
    Example("Range: bytes=0-0", #"If-Range: "x""#, is: 200),
    Example("Range: bytes=10-", #"If-Range: "x""#, is: 200),
    Example("Range: bytes=0-0", "If-Range: \(date)", is: 206, "0"),
    Example("Range: bytes=0-0", "If-Range: \(later)", is: 200),
  ])
  func `goes by RFC 9110`(_ example: Example) throws {
    let server = try TestDaemon { _ in .reply(Self.reply) }
    let client = try RawClient(port: server.port)

    let reply = try client.get("/", method: example.method, headers: example.headers)

    #expect(reply.status == example.status)
    #expect(reply.text == example.body)
    #expect(reply.value(of: "X-A") == "1")
    #expect(reply.value(of: "ETag") == #""v1""#)
    // The connection is none the worse.
    #expect(try client.get("/").text == "0123456789")
  }

  @Test func `names the part that it has`() throws {
    let server = try TestDaemon { _ in .reply(Self.reply) }
    let client = try RawClient(port: server.port)

    let part = try client.get("/", headers: ["Range: bytes=2-4"])
    let none = try client.get("/", headers: ["Range: bytes=10-"])

    #expect(part.value(of: "Content-Range") == "bytes 2-4/10")
    #expect(part.value(of: "Content-Length") == "3")
    #expect(part.value(of: "Content-Type") == "text/plain")
    #expect(none.value(of: "Content-Range") == "bytes */10")
    #expect(none.value(of: "Content-Type") == nil)
  }

  @Test func `tells what changed only where a 304 has nothing better`() throws {
    let server = try TestDaemon { _ in .reply(Self.reply) }
    let client = try RawClient(port: server.port)

    let reply = try client.get("/", headers: [#"If-None-Match: "v1""#])

    #expect(reply.value(of: "Last-Modified") == nil)
    #expect(reply.value(of: "Content-Type") == nil)
  }

  @Test func `has several parts in one body`() throws {
    let server = try TestDaemon { _ in .reply(Self.reply) }
    let client = try RawClient(port: server.port)

    let reply = try client.get("/", headers: ["Range: bytes=0-0,5-6"])
    let type = try #require(reply.value(of: "Content-Type"))
    let boundary = try #require(type.split(separator: "=").last)

    #expect(reply.status == 206)
    #expect(type.hasPrefix("multipart/byteranges; boundary="))
    #expect(reply.value(of: "Content-Range") == nil)
    #expect(
      reply.text == """
        --\(boundary)\r
        Content-Type: text/plain\r
        Content-Range: bytes 0-0/10\r
        \r
        0\r
        --\(boundary)\r
        Content-Type: text/plain\r
        Content-Range: bytes 5-6/10\r
        \r
        56\r
        --\(boundary)--\r\n
        """)
  }

  @Test func `is whole where its author takes no ranges`() throws {
    let reply = Reply(
      status: 200, fields: [Field("ETag", #""v1""#), Field("Accept-Ranges", "none")],
      body: [1, 2], isConditional: true)
    let server = try TestDaemon { _ in .reply(reply) }

    let got = try RawClient(port: server.port).get("/", headers: ["Range: bytes=0-0"])

    #expect(got.status == 200)
    #expect(got.body == [1, 2])
  }

  @Test func `is looked for where a line may ask for it alone`() {
    let usual = HeadLines(
      [
        "Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Connection",
        "Content-Type", "Content-Length", "Authorization", "Cookie", "Origin", "Referer",
        "Cache-Control", "Pragma", "Understudy-Variant", "Understudy-Session", "X-Request-Id",
        "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-Dest", "traceparent",
      ].map { ($0, "1") })

    #expect(!usual.mayHaveConditions)
    for name in [
      "range", "If-Range", "IF-MATCH", "If-None-Match", "If-Modified-Since",
      "If-Unmodified-Since",
    ] {
      #expect(HeadLines([(name, "1")]).mayHaveConditions)
    }
  }
}
