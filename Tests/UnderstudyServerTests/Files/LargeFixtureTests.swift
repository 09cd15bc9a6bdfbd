import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A fixture that is too long to be kept")
struct LargeFixtureTests {
  private let folder: TemporaryFolder
  /// A little more than two mebibytes.
  private let content = (0..<2_100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  private static let catalog = Catalog(
    RouteGroup("f") {
      Route("f.clip", .get, "/clip", default: .fixture("clip.mp4"))
      Route(
        "f.list", .get, "/list", default: .fixture("list.json", ifMissing: .status(404)))
      Route(
        "f.filled", .get, "/filled/{id}",
        default: .fixture("clip.mp4").header("X-Id", "{{path.id}}").status(201))
      Route(
        "f.named", .get, "/named/{name}",
        default: .fixture("{name}.mp4", ifMissing: .text("none").status(404)))
      Route("f.same", .post, "/same", body: .bytes(fixture: "clip.mp4"), default: .status(204))
    })

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("clip.mp4", content)
    try folder.setModified("clip.mp4", to: 784_111_777)
  }

  private func server() throws -> TestServer {
    try TestServer(Self.catalog) { [folder] in $0.fixtures = folder.path }
  }

  @Test(arguments: ["/clip", "/named/clip"])
  func `is sent whole and in parts`(path: String) throws {
    let server = try server()

    let whole = try server.client.get(path)
    let part = try server.client.get(path, headers: ["Range: bytes=2000000-"])
    let head = try server.client.get(path, method: "HEAD")

    #expect(whole.status == 200)
    #expect(whole.body == content)
    #expect(whole.value(of: "Content-Type") == "video/mp4")
    #expect(whole.value(of: "Last-Modified") == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(part.status == 206)
    #expect(part.body == Array(content[2_000_000...]))
    #expect(part.value(of: "Content-Range") == "bytes 2000000-2099999/2100000")
    #expect(head.value(of: "Content-Length") == "2100000")
    #expect(head.value(of: "ETag") != nil)
  }

  @Test func `is resumed only while it is the same`() throws {
    let server = try server()
    var tag = ""
    // Just written, it could change unseen.
    #expect(
      try eventually {
        tag = try server.client.get("/clip", method: "HEAD").value(of: "ETag") ?? ""
        return tag.hasPrefix("\"")
      })
    func rest() throws -> Int {
      try server.client.get("/clip", headers: ["Range: bytes=2099990-", "If-Range: \(tag)"]).status
    }

    #expect(try rest() == 206)
    #expect(try server.client.get("/clip", headers: ["If-None-Match: \(tag)"]).status == 304)
    try folder.write("clip.mp4", content.reversed())
    // Who writes a file and sets its date back has changed it all the same.
    try folder.setModified("clip.mp4", to: 784_111_777)

    #expect(try rest() == 200)
    #expect(try server.client.get("/clip", headers: ["If-None-Match: \(tag)"]).status == 200)
  }

  @Test func `is answered with the headers and the status of its outcome`() throws {
    let server = try server()

    let reply = try server.client.get("/filled/7", headers: ["Range: bytes=0-0"])

    #expect(reply.status == 201)
    #expect(reply.value(of: "X-Id") == "7")
    #expect(reply.body == content)
  }

  @Test func `is on record with its length and its beginning`() throws {
    let server = try server()
    _ = try server.client.get("/clip")
    _ = try server.client.get("/clip", headers: ["Range: bytes=10-12"])

    let whole = try server.admin("GET", "/requests/1").json?["response"]
    let part = try server.admin("GET", "/requests/2").json?["response"]

    #expect(whole?["bodyLength"] == 2_100_000)
    #expect(whole?["bodyTruncated"] == true)
    #expect(whole?["bodySHA256"] == .null)
    #expect(part?["bodyLength"] == 3)
    #expect(part?["bodyTruncated"] == false)
  }

  @Test func `is cut in half for malformedBody and interrupted`() throws {
    let server = try server()
    func get(_ variant: String) throws -> (bytes: [UInt8], ended: RawClient.Ended) {
      let client = try RawClient(port: server.port)
      try client.request(
        "GET", "/clip", headers: ["Understudy-Variant: \(variant)", "Range: bytes=0-0"])
      return try client.readToEnd()
    }

    let malformed = try get("malformedBody")
    let interrupted = try get("interrupted")

    for (bytes, _) in [malformed, interrupted] {
      #expect(bytes.starts(with: Array("HTTP/1.1 200 ".utf8)))
      #expect(bytes.suffix(1_050_000) == content[..<1_050_000])
      #expect(
        String(decoding: bytes.prefix(1000), as: UTF8.self).contains("Content-Length: 2100000\r\n"))
    }
    #expect(malformed.ended == .fin)
    #expect(interrupted.ended == .reset)
  }

  @Test func `is no JSON that could be changed`() throws {
    let spaces = [UInt8](repeating: 0x20, count: 17 << 20)
    try folder.write("list.json", [UInt8(ascii: "[")] + spaces + [UInt8(ascii: "]")])
    let server = try server()
    func get(_ variant: String) throws -> RawReply {
      try server.client.get("/list", headers: ["Understudy-Variant: \(variant)"])
    }

    let empty = try get("empty")
    let malformed = try get("malformedBody")

    #expect(try get("default").body.count == spaces.count + 2)
    #expect(empty.value(of: "Understudy-Error") == "patch-failed")
    #expect(
      empty.json?["detail"]
        == "Variant 'empty' of route 'f.list' cannot change its default: its file is too long to be read whole, and served straight from disk."
    )
    #expect(malformed.status == 200)
    #expect(malformed.body.count == spaces.count / 2 + 1)
    #expect(malformed.value(of: "ETag") == nil)
  }

  @Test func `may go and come back`() throws {
    let server = try server()
    #expect(try server.client.get("/named/clip").status == 200)

    folder.remove("clip.mp4")
    #expect(try eventually { try server.client.get("/named/clip").status == 404 })
    #expect(try server.client.get("/clip").value(of: "Understudy-Error") == "fixture-missing")
    try folder.write("clip.mp4", "short")

    #expect(try eventually { try server.client.get("/named/clip").text == "short" })
    #expect(try eventually { try server.client.get("/clip").text == "short" })
  }

  @Test func `does not lead outside`() throws {
    let outside = try TemporaryFolder()
    try outside.write("secret.mp4", content)
    try folder.symlink("link.mp4", to: "\(outside.path)/secret.mp4")

    let server = try server()

    #expect(try server.client.get("/named/link").status == 404)
  }

  @Test func `is compared with a body`() throws {
    let server = try server()
    func post(_ body: [UInt8]) throws -> Int {
      try server.client.send(
        Array("POST /same HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
          + body)
      return try server.client.readReply().status
    }

    #expect(try post(content) == 204)
    #expect(try post(content.reversed()) == 404)
  }

  @Test func `of four gibibytes is resumed from anywhere in flat memory`() throws {
    let size = 4 << 30 + 5
    try folder.writeSparse("huge.mp4", size: size, end: Array("the end".utf8))
    let server = try server()

    let last = try server.client.get("/named/huge", headers: ["Range: bytes=-7"])
    let middle = try server.client.get(
      "/named/huge", headers: ["Range: bytes=4294967290-4294967299"])
    let head = try server.client.get("/named/huge", method: "HEAD")

    #expect(last.text == "the end")
    #expect(last.value(of: "Content-Range") == "bytes \(size - 7)-\(size - 1)/\(size)")
    #expect(middle.body.count == 10)
    #expect(head.value(of: "Content-Length") == "\(size)")
  }

  @Test(arguments: [([0x1F, 0x8B], 1), ([0x1F, 0x8C], 0)] as [([UInt8], Int)])
  func `is not gzip for wrongEncoding, even where it is`(beginning: [UInt8], left: Int) throws {
    let bytes = beginning + content
    try folder.write("clip.mp4", bytes)
    let server = try server()
    let outcome = #"{"outcome":{"fault":"wrongEncoding"}}"#
    #expect(try server.admin("PUT", "/routes/f.clip/variant", outcome).status == 200)

    let reply = try server.client.get("/clip")

    #expect(reply.value(of: "Content-Encoding") == "gzip")
    #expect(reply.value(of: "Content-Length") == "\(bytes.count - left)")
    #expect(reply.body == Array(bytes[left...]))
  }
}
