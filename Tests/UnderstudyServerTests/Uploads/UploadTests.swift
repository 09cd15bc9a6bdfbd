import GnuTLS
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A long body")
struct UploadTests {
  private static let catalog = Catalog(
    RouteGroup("r") {
      Route("r.upload", .post, "/upload", default: .json(["ok": true]))
        .variant("echo", .dynamic { .json(["length": .int($0.body.count)]) })
        .variant("quote", .json(["name": "{{body/name}}"]))
      Route("r.checked", .post, "/checked", body: .jsonContaining(["a": 1]), default: .status(204))
    })

  private func server() throws -> TestServer {
    try TestServer(Self.catalog) { $0.journalBody = 1000 }
  }

  private func last(_ server: TestServer) throws -> JSON {
    let list = try #require(try server.admin("GET", "/requests").json?["requests"]?.arrayValue)
    let seq = try #require(list.last?["seq"]?.intValue)
    return try #require(try server.admin("GET", "/requests/\(seq)").json?["request"])
  }

  @Test(.bug(id: "MP09"))
  func `is on record by its beginning, its length and its digest`() throws {
    let server = try server()
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }

    try server.client.send(
      "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
    try server.client.send(body)
    let reply = try server.client.readReply()
    let request = try last(server)

    #expect(reply.status == 200)
    #expect(request["bodyLength"]?.intValue == body.count)
    #expect(request["bodyTruncated"] == true)
    let digest = SHA256.digest(of: body).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    #expect(request["bodySHA256"]?.stringValue == digest)
  }

  @Test func `in chunks is whole on record where it is short`() throws {
    let server = try server()

    try server.client.send(
      "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
    #expect(try server.client.readReply().status == 200)

    #expect(try last(server)["text"] == "hi")
  }

  @Test(arguments: ["echo", "quote"])
  func `is kept whole where an outcome asks for it`(variant: String) throws {
    let server = try server()
    try server.flip("r.upload", variant)
    let name = String(repeating: "x", count: 5000)

    let reply = try server.client.get(
      "/upload", method: "POST", body: #"{"name":"\#(name)"}"#)

    #expect(
      variant == "echo" ? reply.json?["length"] == 5011 : reply.json?["name"] == .string(name))
  }

  @Test func `is kept whole for the variant that its request names`() throws {
    let server = try server()

    let reply = try server.client.get(
      "/upload", method: "POST", headers: ["Understudy-Variant: echo"],
      body: String(repeating: "x", count: 5000))

    #expect(reply.json?["length"] == 5000)
  }

  @Test func `is kept whole where a rule reads it`() throws {
    let server = try server()
    let body = #"{"b":"\#(String(repeating: "x", count: 5000))","a":1}"#

    #expect(try server.client.get("/checked", method: "POST", body: body).status == 204)
    #expect(
      try server.client.get("/checked", method: "POST", body: body + "x").status == 404)
  }

  @Test func `is refused where the choice that needs it came too late`() throws {
    let server = try server()
    let slow = try RawClient(port: server.port)
    try slow.send("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n")
    try slow.send("Expect: 100-continue\r\n\r\n")
    #expect(try slow.readInterim() == 100)

    try server.flip("r.upload", "echo")
    try slow.send([UInt8](repeating: 120, count: 5000))
    let reply = try slow.readReply()

    #expect(reply.status == 500)
    #expect(reply.json?["code"] == "body-not-kept")
  }
}
