import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The stream of events")
struct EventTests {
  private func listen(
    _ server: TestServer, headers: [String] = []
  ) throws -> RawClient {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/__admin/events", headers: headers)
    #expect(try client.read(until: "retry: 1000\n\n"))
    return client
  }

  @Test func `tells how requests begin and end, and what is set`() throws {
    let server = try TestServer()
    let client = try listen(server)

    _ = try server.client.get("/users")
    try server.flip("users.list", "timeout")
    try server.client.request("GET", "/users")

    #expect(try client.read(until: #""route":"users.list","variant":"timeout""#))
    let text = client.readSoFar
    let names = text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map {
      $0.dropFirst(7)
    }
    #expect(names.prefix(4) == ["began", "ended", "changed", "began"])
    #expect(text.contains("Content-Type: text/event-stream\r\n"))
    #expect(text.contains("id: 1\nevent: began\ndata: {\"seq\":1,"))
    #expect(text.contains(#""ending":"completed""#))
    #expect(
      text.contains(#"event: changed\#ndata: {"revision":2,"part":"choices","session":null}"#))
    #expect(try client.read(until: "event: held"))
  }

  @Test func `outlives a reset, and tells of it`() throws {
    let server = try TestServer()
    let client = try listen(server)

    #expect(try server.admin("POST", "/reset").status == 200)

    #expect(try client.read(until: #""part":"journal""#))
    _ = try server.client.get("/users")
    #expect(try client.read(until: "event: ended"))
  }

  @Test func `goes on behind the last event that a reader knows`() throws {
    let server = try TestServer()
    let first = try listen(server)
    _ = try server.client.get("/users")
    #expect(try first.read(until: "event: ended"))
    first.closeWithFIN()
    _ = try server.client.get("/nowhere")

    let second = try listen(server, headers: ["Last-Event-ID: 1"])

    #expect(try second.read(until: #""target":"/nowhere""#))
    #expect(second.readSoFar.contains("id: 2\nevent: ended"))
    #expect(!second.readSoFar.contains("id: 1\nevent"))
  }

  @Test func `names the newest event at once, behind which a reader comes back that saw none`()
    throws
  {
    let server = try TestServer()
    let first = try listen(server)
    #expect(first.readSoFar.contains("\r\nid: 0\nretry: 1000\n\n"))
    _ = try server.client.get("/users")
    #expect(try first.read(until: "event: ended"))

    let second = try listen(server)
    #expect(second.readSoFar.contains("id: 2\nretry: 1000\n\n"))
    second.closeWithFIN()
    _ = try server.client.get("/nowhere")
    let third = try listen(server, headers: ["Last-Event-ID: 2"])

    #expect(try third.read(until: "id: 3\nevent: began"))
  }

  @Test func `tells a reader that was away too long what it has lost`() throws {
    let server = try TestServer()
    let first = try listen(server)
    first.closeWithFIN()
    for _ in 0..<2100 { _ = try server.client.get("/users") }

    let second = try listen(server, headers: ["Last-Event-ID: 0"])

    #expect(try second.read(until: "event: lost\ndata: {\"count\":"))
  }

  @Test func `beats while nothing happens`() throws {
    let server = try TestServer(configure: { $0.heartbeat = .milliseconds(1) })

    let client = try listen(server)

    #expect(try client.read(until: ": still here\n\n"))
  }

  @Test func `starts anew for a reader of an earlier daemon, and refuses what is no id`() throws {
    let server = try TestServer()
    let client = try listen(server, headers: ["Last-Event-ID: 999"])

    _ = try server.client.get("/users")

    #expect(try client.read(until: "id: 1\nevent: began"))
    let bad = try server.admin("GET", "/events", headers: ["Last-Event-ID: x"])
    #expect(bad.status == 400)
    #expect(bad.json?["detail"]?.stringValue?.contains("'Last-Event-ID'") == true)
  }

  @Test func `has a limit of readers, and forgets those that leave`() throws {
    let server = try TestServer()
    var clients: [RawClient] = []
    for _ in 0..<256 { clients.append(try listen(server)) }

    let refused = try server.admin("GET", "/events")
    clients.removeAll()

    #expect(refused.status == 503)
    #expect(refused.json?["code"] == "too-many-readers")
    #expect(
      eventually {
        guard let client = try? RawClient(port: server.port) else { return false }
        try? client.request("GET", "/__admin/events")
        _ = try? client.read(until: "\r\n\r\n")
        return client.readSoFar.hasPrefix("HTTP/1.1 200")
      })
  }

  @Test func `does not wait for a reader that does not read`() throws {
    let server = try TestServer()
    let deaf = try RawClient(port: server.port)
    try deaf.request("GET", "/__admin/events")

    for _ in 0..<3000 { #expect(try server.client.get("/users").status == 200) }

    #expect(try server.admin("GET", "/health").status == 200)
  }
}
