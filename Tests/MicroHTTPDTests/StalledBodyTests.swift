import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A body that stalls")
struct StalledBodyTests {
  private static let body = Array(String(repeating: "0123456789", count: 100).utf8)

  private func server(after count: Int, workers: Int = 1) throws -> TestDaemon {
    try TestDaemon(workers: workers) {
      let stalls = $0.target == Array("/stalls".utf8)
      return .reply(
        Reply(
          status: 200, fields: [], body: Self.body, cut: stalls ? .stall(after: count) : nil))
    }
  }

  @Test(arguments: [0, 1, 500, 999])
  func `comes as far as it should, and costs no thread`(count: Int) throws {
    let server = try server(after: count)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/stalls")
    #expect(eventually { server.daemon.parkedCount == 1 })
    let other = try RawClient(port: server.port).get("/")

    #expect(other.body.count == 1000)
    let beginning = String(decoding: Self.body.prefix(count), as: UTF8.self)
    #expect(try client.read(until: "\r\n\r\n\(beginning)"))
    #expect(client.readSoFar.contains("Content-Length: 1000\r\n"))
    #expect(client.readSoFar.hasSuffix("\r\n\r\n\(beginning)"))
    #expect(server.handler.waitForEndings(1) == [.completed])
  }

  @Test func `may be one of hundreds, on one worker`() throws {
    let server = try server(after: 500)
    let clients = try (0..<400).map { _ in try RawClient(port: server.port) }
    for client in clients { try client.request("GET", "/stalls") }
    let half = String(decoding: Self.body.prefix(500), as: UTF8.self)

    for client in clients { #expect(try client.read(until: "\r\n\r\n\(half)")) }
    #expect(eventually { server.daemon.parkedCount == 400 })
    #expect(try RawClient(port: server.port).get("/").body.count == 1000)
    for client in clients { client.closeWithFIN() }

    let endings = server.handler.waitForEndings(401)
    #expect(endings.count { $0 == .cancelled } == 400)
    #expect(eventually { server.daemon.parkedCount == 0 })
  }

  @Test(arguments: [false, true])
  func `is cancelled as soon as its client hangs up`(resets: Bool) throws {
    let server = try server(after: 500)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/stalls")
    #expect(eventually { server.daemon.parkedCount == 1 })

    if resets { client.closeWithRST() } else { client.closeWithFIN() }

    #expect(server.handler.waitForEndings(1) == [.cancelled])
    #expect(eventually { server.daemon.connectionCount == 0 })
    #expect(server.daemon.parkedCount == 0)
  }

  @Test func `is reset where what waits is dropped`() throws {
    let server = try server(after: 500)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/stalls")
    #expect(eventually { server.daemon.parkedCount == 1 })

    server.daemon.dropParked()

    #expect(try client.readToEnd().ended == .reset)
    #expect(server.handler.waitForEndings(1) == [.dropped])
  }

  @Test func `does not keep the daemon from stopping`() throws {
    let server = try server(after: 500)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/stalls")
    #expect(eventually { server.daemon.parkedCount == 1 })

    server.daemon.stop(grace: .milliseconds(50))

    #expect(server.handler.endings == [.dropped])
  }

  @Test func `is a whole answer for HEAD, and the connection goes on`() throws {
    let server = try server(after: 500)
    let client = try RawClient(port: server.port)

    let reply = try client.get("/stalls", method: "HEAD")

    #expect(reply.value(of: "Content-Length") == "1000")
    #expect(try client.get("/").body.count == 1000)
    #expect(server.handler.waitForEndings(2) == [.completed, .completed])
  }

  @Test func `holds up what is pipelined behind it, and nothing before`() throws {
    let server = try server(after: 0)
    let client = try RawClient(port: server.port)

    try client.send(
      ["/", "/stalls", "/"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())

    #expect(try client.readReply().body.count == 1000)
    #expect(try client.read(until: "\r\n\r\n"))
    #expect(eventually { server.daemon.parkedCount == 1 })
    #expect(client.readSoFar.hasSuffix("\r\n\r\n"))
    client.closeWithFIN()
    #expect(server.handler.waitForEndings(2) == [.completed, .cancelled])
  }
}
