import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("A connection that has its last answer")
struct LingeringTests {
  private func server() throws -> TestDaemon {
    try TestDaemon { exchange in
      exchange.target == Array("/delayed".utf8)
        ? .delayed(.milliseconds(1), .reply(greeting))
        : .reply(greeting)
    }
  }

  @Test func `ends with its client, not with others that are delayed`() throws {
    let server = try server()
    let base = openDescriptorCount()
    var clients: [RawClient] = []
    for _ in 0..<80 {
      let client = try RawClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try client.readReply().status == 400)
      clients.append(client)
    }
    let other = try RawClient(port: server.port)
    for _ in 0..<3 { #expect(try other.get("/delayed").status == 200) }

    clients.removeAll()

    #expect(eventually { openDescriptorCount() <= base + 2 })
  }

  @Test func `gives way where there are too many`() throws {
    let server = try server()
    var clients: [RawClient] = []
    for _ in 0..<(Lingering.limit + 20) {
      let client = try RawClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try client.readReply().status == 400)
      clients.append(client)
    }

    #expect(eventually { server.daemon.lingeringCount <= Lingering.limit })
    #expect(try RawClient(port: server.port).get("/").status == 200)
  }
}
