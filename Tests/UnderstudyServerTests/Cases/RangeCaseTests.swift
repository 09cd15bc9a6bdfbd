import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("Cases of ranges and caching")
struct RangeCaseTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var range: String, status: Int, contentRange: String?, body: Range<Int>
    var testDescription: String { "\(range) is \(status)" }
  }

  @Test(
    .bug(id: "X09"),
    arguments: [
      Example(range: "bytes=0-99", status: 206, contentRange: "bytes 0-99/1000", body: 0..<100),
      Example(
        range: "bytes=900-", status: 206, contentRange: "bytes 900-999/1000", body: 900..<1000),
      Example(range: "bytes=-1", status: 206, contentRange: "bytes 999-999/1000", body: 999..<1000),
      Example(range: "bytes=1000-", status: 416, contentRange: "bytes */1000", body: 0..<0),
      Example(range: "bytes=5-2", status: 200, contentRange: nil, body: 0..<1000),
      Example(range: "items=0-1", status: 200, contentRange: nil, body: 0..<1000),
    ])
  func `are answered with the part that is asked for`(_ example: Example) throws {
    let folder = try TemporaryFolder()
    let content = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 5) }
    try folder.write("clip.mp4", content)
    let catalog = Catalog(
      RouteGroup("c") { Route("c.x09", .get, "/clip", default: .fixture("clip.mp4")) })
    let server = try TestServer(catalog) { $0.fixtures = folder.path }

    let reply = try server.client.get("/clip", headers: ["Range: \(example.range)"])
    let several = try server.client.get("/clip", headers: ["Range: bytes=0-0,5-6"])

    #expect(reply.status == example.status)
    #expect(reply.value(of: "Content-Range") == example.contentRange)
    #expect(reply.body == Array(content[example.body]))
    #expect(reply.value(of: "Content-Length") == "\(example.body.count)")
    #expect(several.status == 206)
    #expect(several.value(of: "Content-Type")?.hasPrefix("multipart/byteranges;") == true)
  }
}
