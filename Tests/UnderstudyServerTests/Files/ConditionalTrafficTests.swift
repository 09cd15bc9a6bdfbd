import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A client that has an answer already")
struct ConditionalTrafficTests {
  private let folder: TemporaryFolder

  private static let catalog = Catalog(
    RouteGroup("c") {
      Route("c.json", .get, "/json", default: .json(["items": [1, 2], "left": 3]))
      Route("c.twin", .get, "/twin", default: .json(["items": [1, 2], "left": 3]))
      Route("c.encoded", .get, "/encoded", default: .json(encoding: ["b": 1, "a": 2, "c": 3]))
      Route("c.text", .get, "/text", default: .text("hello"))
      Route("c.data", .get, "/data", default: .data([1, 2, 3], contentType: "a/b"))
      Route("c.file", .get, "/file", default: .fixture("a.json"))
      Route("c.named", .get, "/named/{id}", default: .fixture("{id}.json"))
      Route(
        "c.own", .get, "/own",
        default: .json([1]).header("ETag", #"W/"7""#)
          .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"))
      Route("c.filled", .get, "/filled/{id}", default: .json(["id": "{{path.id}}"]))
      Route("c.header", .get, "/header/{id}", default: .text("x").header("X-Id", "{{path.id}}"))
      Route("c.computed", .get, "/computed", default: .dynamic { _ in .json([1]) })
      Route(
        "c.computedOwn", .get, "/computedOwn",
        default: .dynamic { _ in .text("0123456789").header("ETag", #""d""#) })
      Route("c.created", .get, "/created", default: .json([1]).status(201))
      Route("c.post", .post, "/json", default: .json([1]))
      Route("c.put", .put, "/json", default: .fixture("a.json"))
    })

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.json", #"{"items":[1,2]}"#)
    try folder.setModified("a.json", to: 784_111_777)
  }

  private func server() throws -> TestServer {
    try TestServer(Self.catalog) { [folder] in $0.fixtures = folder.path }
  }

  @Test(arguments: [
    "/json", "/encoded", "/text", "/data", "/file", "/named/a", "/own", "/header/1",
  ])
  func `is told that nothing has changed`(path: String) throws {
    let server = try server()

    let first = try server.client.get(path)
    let tag = try #require(first.value(of: "ETag"))
    let again = try server.client.get(path, headers: ["If-None-Match: \(tag)"])
    let head = try server.client.get(path, method: "HEAD", headers: ["If-None-Match: \(tag)"])

    #expect(first.status == 200)
    #expect(first.value(of: "Accept-Ranges") == "bytes")
    for reply in [again, head] {
      #expect(reply.status == 304)
      #expect(reply.value(of: "ETag") == tag)
      #expect(reply.value(of: "Cache-Control") == "no-cache")
      #expect(reply.value(of: "Understudy-Route") == first.value(of: "Understudy-Route"))
      #expect(reply.value(of: "Content-Type") == nil)
    }
    #expect(try server.client.get(path, headers: [#"If-None-Match: "other""#]).body == first.body)
  }

  @Test func `finds the same bytes under the same tag, in every run`() throws {
    let (one, other) = try (server(), server())

    let tag = try one.client.get("/json").value(of: "ETag")

    #expect(try one.client.get("/twin").value(of: "ETag") == tag)
    #expect(try other.client.get("/json").value(of: "ETag") == tag)
    #expect(
      try one.client.get("/encoded").value(of: "ETag")
        == other.client.get("/encoded").value(of: "ETag"))
  }

  @Test(arguments: ["/filled/1", "/computed", "/created"])
  func `gets what is made for its request, or is no 200, without a tag`(path: String) throws {
    let server = try server()

    let reply = try server.client.get(path, headers: ["If-None-Match: *", "Range: bytes=0-0"])

    #expect(reply.status == (path == "/created" ? 201 : 200))
    #expect(reply.value(of: "ETag") == nil)
    #expect(reply.value(of: "Accept-Ranges") == nil)
    #expect(reply.body.count > 2)
  }

  @Test(arguments: ["POST", "PUT"])
  func `is not met by what it sends`(method: String) throws {
    let server = try server()

    let reply = try server.client.get("/json", method: method, headers: ["If-None-Match: *"])

    #expect(reply.status == 200)
    #expect(reply.value(of: "ETag") == nil)
    #expect(reply.value(of: "Last-Modified") == nil)
  }

  @Test func `goes by what an author has written`() throws {
    let server = try server()

    let reply = try server.client.get("/own")
    let late = try server.client.get(
      "/own", headers: ["If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"])
    let part = try server.client.get("/computedOwn", headers: ["Range: bytes=-3"])

    #expect(reply.values(of: "ETag") == [#"W/"7""#])
    #expect(late.status == 304)
    #expect(part.text == "789")
    #expect(part.value(of: "Content-Range") == "bytes 7-9/10")
  }

  @Test func `goes by the date of a file until the file changes`() throws {
    let server = try server()
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    #expect(try server.client.get("/file").value(of: "Last-Modified") == date)
    #expect(
      try server.client.get("/file", headers: ["If-Modified-Since: \(date)"]).status == 304)
    let tag = try server.client.get("/file").value(of: "ETag") ?? ""
    try folder.write("a.json", #"{"items":[1,2,3]}"#)

    #expect(
      try eventually {
        try server.client.get(
          "/file", headers: ["If-Modified-Since: \(date)", "If-None-Match: \(tag)"]
        ).status == 200
      })
    #expect(try server.client.get("/file", headers: ["If-Modified-Since: \(date)"]).status == 200)
  }

  @Test func `meets a flip though it has the default`() throws {
    let server = try server()
    let first = try server.client.get("/file")
    let lines = [
      "If-None-Match: \(first.value(of: "ETag") ?? "")", "Range: bytes=0-0",
    ]
    let date = "If-Modified-Since: \(first.value(of: "Last-Modified") ?? "")"
    func get(_ variant: String, _ lines: [String]) throws -> RawReply {
      try server.client.get("/file", headers: lines + ["Understudy-Variant: \(variant)"])
    }

    #expect(try get("default", lines).status == 304)
    #expect(try get("serverError", lines).status == 500)
    #expect(try get("empty", [lines[0]]).text == #"{"items":[]}"#)
    // Of a changed body nobody knows since when it is so.
    #expect(try get("empty", [date]).status == 200)
    let malformed = try get("malformedBody", lines)
    #expect(malformed.status == 200)
    #expect(malformed.text == #"{"items"#)
    for name in ["ETag", "Last-Modified", "Accept-Ranges"] {
      #expect(malformed.value(of: name) == nil)
    }
  }

  @Test func `is interrupted all the same, and knows the tag`() throws {
    let server = try server()
    let tag = try server.client.get("/file").value(of: "ETag") ?? ""

    try server.client.request(
      "GET", "/file",
      headers: ["Understudy-Variant: interrupted", "Range: bytes=0-0", "If-None-Match: \(tag)"])
    let (bytes, ended) = try server.client.readToEnd()
    let text = String(decoding: bytes, as: UTF8.self)

    #expect(ended == .reset)
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(text.contains("ETag: \(tag)\r\n"))
    #expect(text.hasSuffix("\r\n\r\n" + #"{"items"#))
  }

  @Test func `is on record with what it got`() throws {
    let server = try server()
    let tag = try server.client.get("/json").value(of: "ETag") ?? ""
    _ = try server.client.get("/json", headers: ["If-None-Match: \(tag)"])
    _ = try server.client.get("/json", headers: ["Range: bytes=2-6"])

    func response(_ seq: Int) throws -> JSON? {
      try server.admin("GET", "/requests/\(seq)").json?["response"]
    }
    #expect(try response(2)?["status"] == 304)
    #expect(try response(2)?["bodyLength"] == 0)
    #expect(try response(3)?["status"] == 206)
    #expect(try response(3)?["text"] == "items")
  }

  @Test func `may come from a page of another origin, or by a session`() throws {
    let server = try server()
    let session = try #require(
      try server.admin("POST", "/sessions", "{}").json?["id"]?.stringValue)
    let tag = try server.client.get("/json").value(of: "ETag") ?? ""

    let page = try server.client.get(
      "/json", headers: ["Origin: http://a.example", "If-None-Match: \(tag)"])
    let part = try server.client.get(
      "/__session/\(session)/json",
      headers: ["Origin: http://a.example", "Range: bytes=2-6"])

    #expect(page.status == 304)
    #expect(page.value(of: "Access-Control-Allow-Origin") == "http://a.example")
    #expect(part.text == "items")
    #expect(
      part.value(of: "Access-Control-Expose-Headers")?.contains("Content-Range") == true)
  }

  @Test func `is answered so when it is released`() throws {
    let server = try server()
    let tag = try server.client.get("/json").value(of: "ETag") ?? ""

    try server.client.request(
      "GET", "/json", headers: ["Understudy-Variant: timeout", "If-None-Match: \(tag)"])
    let admin = try RawClient(port: server.port)
    #expect(try admin.get("/__admin/held?waitSeconds=10").status == 200)
    #expect(try admin.get("/__admin/held/release", method: "POST", body: "{}").status == 200)

    #expect(try server.client.readReply().status == 304)
  }
}
