import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A daemon with a limit of connections")
struct ConnectionLimitTests {
  private func server() throws -> TestDaemon {
    try TestDaemon(configure: { $0.maxConnections = 3 }) { _ in .reply(greeting) }
  }

  @Test func `answers one too many with 503, and serves again when one has gone`() throws {
    let server = try server()
    var clients = try (0..<3).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.get("/").status == 200) }

    let excess = try RawClient(port: server.port)
    let reply = try excess.get("/")
    #expect(reply.status == 503)
    #expect(reply.value(of: "X-Refusal") == "tooManyConnections")
    #expect(reply.value(of: "Connection") == "close")
    #expect(try excess.readToEnd().ended == .fin)
    for client in clients { #expect(try client.get("/").status == 200) }

    clients.removeLast().closeWithFIN()
    let hasRoom = try eventually { try RawClient(port: server.port).get("/").status == 200 }
    #expect(hasRoom)
  }

  @Test func `serves one that was too many when it asks after another has gone`() throws {
    let server = try server()
    let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.get("/").status == 200) }
    let next = try RawClient(port: server.port)

    #expect(eventually { server.daemon.connectionCount == 4 })
    clients[0].closeWithFIN()
    #expect(eventually { server.daemon.connectionCount == 3 })

    #expect(try next.get("/").status == 200)
    #expect(try next.get("/").status == 200)
  }

  @Test(.withoutTLS) func `tells one too many that asks for nothing, too`() throws {
    let server = try server()
    let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.get("/").status == 200) }

    let silent = try RawClient(port: server.port)

    #expect(try silent.readReply(within: .seconds(30)).status == 503)
    #expect(try silent.readToEnd().ended == .fin)
    #expect(eventually { server.daemon.connectionCount == 3 })
  }

  @Test(.withoutTLS) func `never leaves one without an answer`() throws {
    let server = try server()
    let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.get("/").status == 200) }

    // So many that nobody waits for what they ask.
    let others = try (0..<200).map { _ in try RawClient(port: server.port) }
    for client in others { try? client.request("GET", "/") }
    for client in others { #expect(try client.readReply().status == 503) }

    for client in clients { #expect(try client.get("/").status == 200) }
  }
}
