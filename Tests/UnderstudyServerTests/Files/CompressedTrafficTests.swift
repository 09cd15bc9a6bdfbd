import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer
import Zlib

@Suite("A compressed answer")
struct CompressedTrafficTests {
  private let folder: TemporaryFolder
  private let text = String(repeating: "All work and no play. ", count: 200)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.txt", text)
    try folder.write("long.mp4", [UInt8](repeating: 7, count: 1_100_000))
  }

  private func server() throws -> TestServer {
    let catalog = Catalog(
      RouteGroup("z") {
        Route("z.text", .get, "/text", default: .text(text).compressed())
        Route("z.file", .get, "/file", default: .fixture("a.txt").compressed())
        Route("z.own", .get, "/own", default: .text(text).header("ETag", #""v1""#).compressed())
        Route("z.weak", .get, "/weak", default: .text(text).header("ETag", #"W/"1""#).compressed())
        Route(
          "z.vary", .get, "/vary",
          default: .text(text).header("Vary", "Accept, accept-encoding").compressed())
        Route("z.filled", .get, "/filled/{id}", default: .json(["id": "{{path.id}}"]).compressed())
        Route(
          "z.computed", .get, "/computed", default: .dynamic { _ in .text("computed") }.compressed()
        )
        Route(
          "z.steps", .get, "/steps", default: .sequence(.status(503), .text("step")).compressed())
        Route("z.post", .post, "/text", default: .text(text).compressed())
        Route("z.long", .get, "/long", default: .fixture("long.mp4").compressed())
        Route("z.plain", .get, "/plain", default: .text(text))
      })
    return try TestServer(catalog) { [folder] in $0.fixtures = folder.path }
  }

  private func inflated(_ reply: RawReply) throws -> String {
    let bytes =
      switch reply.value(of: "Content-Encoding") {
      case "gzip": try Inflater.inflate(reply.body, .gzip, limit: 1 << 20)
      case "deflate": try Inflater.inflate(reply.body, .zlib, limit: 1 << 20)
      default: reply.body
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["/text", "/file"], ["gzip", "deflate", nil])
  func `is what the client takes`(path: String, coding: String?) throws {
    let server = try server()

    let reply = try server.client.get(
      path, headers: coding.map { ["Accept-Encoding: \($0)"] } ?? [])

    #expect(reply.status == 200)
    #expect(reply.value(of: "Content-Encoding") == coding)
    #expect(reply.values(of: "Vary") == ["Accept-Encoding"])
    #expect(reply.value(of: "Content-Type") == "text/plain; charset=utf-8")
    #expect(try inflated(reply) == text)
    #expect((reply.body.count < 200) == (coding != nil))
  }

  @Test func `has a tag of its own in each coding, by which it is not sent again`() throws {
    let server = try server()
    let tags = try ["gzip", "deflate", "identity"].map { coding in
      let lines = ["Accept-Encoding: \(coding)"]
      let tag = try server.client.get("/text", headers: lines).value(of: "ETag") ?? ""
      let again = try server.client.get("/text", headers: lines + ["If-None-Match: \(tag)"])

      #expect(again.status == 304)
      #expect(again.value(of: "ETag") == tag)
      #expect(again.value(of: "Vary") == "Accept-Encoding")
      return tag
    }

    #expect(Set(tags).count == 3)
    let other = try server.client.get(
      "/text", headers: ["Accept-Encoding: gzip", "If-None-Match: \(tags[2])"])
    #expect(other.status == 200)
  }

  @Test func `keeps the tag of its author, told apart where it is strong`() throws {
    let server = try server()
    let lines = ["Accept-Encoding: gzip"]

    #expect(try server.client.get("/own").value(of: "ETag") == #""v1""#)
    #expect(try server.client.get("/own", headers: lines).value(of: "ETag") == #""v1-gzip""#)
    #expect(try server.client.get("/weak", headers: lines).value(of: "ETag") == #"W/"1""#)
    #expect(
      try server.client.get("/vary", headers: lines).values(of: "Vary") == [
        "Accept, accept-encoding"
      ])
  }

  @Test func `is sent in parts of what is compressed`() throws {
    let server = try server()
    let lines = ["Accept-Encoding: gzip"]
    let whole = try server.client.get("/text", headers: lines)

    let first = try server.client.get("/text", headers: lines + ["Range: bytes=0-9"])
    let rest = try server.client.get("/text", headers: lines + ["Range: bytes=10-"])

    #expect(first.status == 206)
    #expect(first.value(of: "Content-Encoding") == "gzip")
    #expect(first.value(of: "Content-Range") == "bytes 0-9/\(whole.body.count)")
    #expect(first.body + rest.body == whole.body)
  }

  @Test(arguments: ["/filled/7", "/computed", "/steps"])
  func `may be made for its request`(path: String) throws {
    let server = try server()
    let lines = ["Accept-Encoding: gzip"]
    if path == "/steps" {
      let first = try server.client.get(path, headers: lines)
      #expect(first.status == 503)
      #expect(first.value(of: "Content-Encoding") == nil)
    }

    let reply = try server.client.get(path, headers: lines)

    #expect(reply.value(of: "Content-Encoding") == "gzip")
    #expect(
      try inflated(reply)
        == ["/filled/7": #"{"id":"7"}"#, "/computed": "computed", "/steps": "step"][path])
  }

  @Test func `is refused to a client that takes nothing of it`() throws {
    let server = try server()

    let reply = try server.client.get("/text", headers: ["Accept-Encoding: br, identity;q=0"])

    #expect(reply.status == 406)
    #expect(reply.body.isEmpty)
    #expect(reply.value(of: "Vary") == "Accept-Encoding")
    #expect(reply.value(of: "Understudy-Route") == "z.text")
  }

  @Test func `answers other methods too, and HEAD with the same lines`() throws {
    let server = try server()
    let lines = ["Accept-Encoding: gzip"]

    let post = try server.client.get("/text", method: "POST", headers: lines)
    let get = try server.client.get("/text", headers: lines)
    let head = try server.client.get("/text", method: "HEAD", headers: lines)

    #expect(try inflated(post) == text)
    #expect(post.value(of: "ETag") == nil)
    for name in ["Content-Length", "Content-Encoding", "ETag", "Vary"] {
      #expect(get.value(of: name) == head.value(of: name))
    }
  }

  @Test func `leaves alone what is sent from disk, and what nobody asked it for`() throws {
    let server = try server()
    let lines = ["Accept-Encoding: gzip"]

    let long = try server.client.get("/long", headers: lines)
    let plain = try server.client.get("/plain", headers: lines)

    #expect(long.body.count == 1_100_000)
    #expect(long.value(of: "Content-Encoding") == nil)
    #expect(long.value(of: "Vary") == "Accept-Encoding")
    #expect(plain.text == text)
    #expect(plain.value(of: "Vary") == nil)
  }

  @Test func `is interrupted in the middle of what is compressed`() throws {
    let server = try server()
    let lines = ["Accept-Encoding: gzip"]
    let whole = try server.client.get("/text", headers: lines)

    try server.client.request("GET", "/text", headers: lines + ["Understudy-Variant: interrupted"])
    let (bytes, ended) = try server.client.readToEnd()
    let half = whole.body.prefix(whole.body.count / 2)

    #expect(ended == .reset)
    #expect(bytes.suffix(half.count) == half)
    #expect(
      String(decoding: bytes.dropLast(half.count), as: UTF8.self).hasSuffix("\r\n\r\n"))
  }

  @Test func `may be chosen over the admin API`() throws {
    let server = try server()
    let body = #"{"outcome":{"variant":"default","compressed":true}}"#
    let choice = try server.admin("PUT", "/routes/z.plain/variant", body)

    #expect(choice.status == 200)
    #expect(
      try server.client.get("/plain", headers: ["Accept-Encoding: gzip"])
        .value(of: "Content-Encoding") == "gzip")
  }
}
