import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The stream that a session lives with")
struct SessionLeaseTests {
  private func lease(_ session: BegunSession) throws -> RawClient {
    let client = try RawClient(port: session.serverPort)
    try client.request("GET", "/__admin/sessions/\(session.id)/lease")
    #expect(try client.read(until: "event: session\ndata: {\"id\":\"\(session.id)\","))
    return client
  }

  @Test func `ends it when it closes, and nothing of it is left`() throws {
    let server = try TestServer()
    let session = try server.begin(#"{"port":true,"variants":{"users.list":"timeout"}}"#)
    let port = try #require(session.port)
    let stream = try lease(session)
    let held = try Way.port.request("GET", "/users", in: session)
    // The stream waits too.
    #expect(eventually { server.server.parkedCount == 2 })

    stream.closeWithRST()

    #expect(try held.readToEnd().ended == .reset)
    #expect(try eventually { try server.session(session.id) == nil })
    #expect(eventually { openSocketCount(onPort: port) == 0 })
    #expect(eventually { server.server.parkedCount == 0 })
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    #expect(try Way.path.get("/users", in: session).json?["code"] == "unknown-session")
  }

  @Test func `is a stream of events that beats`() throws {
    let server = try TestServer(configure: { $0.heartbeat = .milliseconds(1) })
    let session = try server.begin()

    let stream = try lease(session)

    #expect(stream.readSoFar.contains("Content-Type: text/event-stream\r\n"))
    #expect(try stream.read(until: ": still here\n\n"))
    #expect(try server.session(session.id) != nil)
  }

  @Test func `ends by itself when the session ends otherwise`() throws {
    let server = try TestServer()
    let session = try server.begin()
    let streams = try (0..<2).map { _ in try lease(session) }

    try server.end(session)

    for stream in streams { #expect(try stream.read(until: "\r\n0\r\n\r\n")) }
  }

  @Test func `is one of several, of which the first that closes ends the session`() throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())
    let streams = try [lease(mine), lease(mine), lease(other)]

    streams[1].closeWithFIN()

    #expect(try streams[0].read(until: "\r\n0\r\n\r\n"))
    #expect(try eventually { try server.session(mine.id) == nil })
    #expect(try server.session(other.id) != nil)
  }

  @Test func `does not begin with a look at its head`() throws {
    let server = try TestServer()
    let session = try server.begin()
    let client = try RawClient(port: server.port)

    let head = try client.get("/__admin/sessions/\(session.id)/lease", method: "HEAD")
    #expect(head.status == 200)
    #expect(head.value(of: "Content-Type") == "text/event-stream")
    client.closeWithFIN()

    #expect(try Way.path.get("/users", in: session).status == 200)
  }

  @Test func `is for sessions that there are`() throws {
    let server = try TestServer()

    let reply = try server.admin("GET", "/sessions/nobody/lease")

    #expect(reply.status == 404)
    #expect(reply.json?["code"] == "unknown-session")
  }

  @Test func `goes with many others`() throws {
    let server = try TestServer()
    let sessions = try (0..<300).map { _ in try server.begin("{}") }
    var streams = try sessions.map(lease)

    streams.removeFirst(150)

    #expect(
      try eventually {
        try server.admin("GET", "/sessions").json?["sessions"]?.arrayValue?.count == 150
      })
    for session in sessions.suffix(150) { #expect(try server.session(session.id) != nil) }
    withExtendedLifetime(streams) {}
  }

  @Test func `is no matter when the daemon stops`() throws {
    let server = try TestServer()
    let stream = try lease(try server.begin())

    server.server.stop()

    _ = try stream.readToEnd()
    #expect(server.server.connectionCount == 0)
  }
}
