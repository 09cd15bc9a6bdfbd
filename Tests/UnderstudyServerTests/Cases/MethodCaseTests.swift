import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("Cases of HEAD")
struct MethodCaseTests {
  @Test(.bug(id: "M01"))
  func `tell the length of GET in one line, and send no body`() throws {
    let folder = try TemporaryFolder()
    try folder.write("logo.png", [UInt8](repeating: 7, count: 1024))
    let catalog = Catalog(
      RouteGroup("c") { Route("c.m01", .get, "/files/logo.png", default: .fixture("logo.png")) })
    let server = try TestServer(catalog, configure: { $0.fixtures = folder.path })

    try server.client.send(
      "HEAD /files/logo.png HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    let answer = String(decoding: try server.client.readToEnd().bytes, as: UTF8.self)

    let lines = answer.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.first == "HTTP/1.1 200 OK")
    #expect(
      lines.filter { $0.lowercased().hasPrefix("content-length:") } == ["Content-Length: 1024"])
    #expect(lines.contains("Content-Type: image/png"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test(.bug(id: "M03"))
  func `take the delay of the GET route, and are on record as HEAD`() throws {
    let time = ManualTime()
    let catalog = Catalog(
      RouteGroup("c") { Route("c.m03", .get, "/api/v1/items/{itemId}", default: .text("item")) })
    let server = try TestServer(catalog, configure: { $0.time = time })
    try server.flip("c.m03", "loading")
    let waiting = try RawClient(port: server.port)

    try waiting.request("HEAD", "/api/v1/items/5")
    #expect(eventually { server.server.parkedCount == 1 })
    time.advance(by: .milliseconds(750))
    let reply = try waiting.readReply(isHead: true)
    let entry = try server.admin("GET", "/requests/1").json

    #expect(reply.status == 200)
    #expect(reply.value(of: "Content-Length") == "4")
    #expect(entry?["method"] == "HEAD")
    #expect(entry?["route"] == "c.m03")
    #expect(entry?["variant"] == "loading")
  }
}
