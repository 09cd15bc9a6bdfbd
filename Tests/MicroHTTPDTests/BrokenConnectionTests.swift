import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A connection that is broken on purpose")
struct BrokenConnectionTests {
  private static let body = Array(String(repeating: "0123456789", count: 100).utf8)

  @Test(.bug(id: "D07"))
  func `is reset before a byte`() throws {
    let server = try TestDaemon { _ in .reset }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    let (bytes, ended) = try client.readToEnd()

    #expect(bytes.isEmpty)
    #expect(ended == .reset)
    #expect(server.handler.waitForEndings(1) == [.reset])
  }

  @Test func `is closed without a byte`() throws {
    let server = try TestDaemon { _ in .close }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    let (bytes, ended) = try client.readToEnd()

    #expect(bytes.isEmpty)
    #expect(ended == .fin)
    #expect(server.handler.waitForEndings(1) == [.closed])
  }

  @Test(arguments: [
    (Reply.Cut.close(after: 500), RawClient.Ended.fin), (.reset(after: 500), .reset),
  ])
  func `ends in the middle of a body whose whole length was announced`(
    cut: Reply.Cut, expected: RawClient.Ended
  ) throws {
    let server = try TestDaemon { _ in
      .reply(Reply(status: 200, fields: [], body: Self.body, cut: cut))
    }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    let (bytes, ended) = try client.readToEnd()

    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("Content-Length: 1000\r\n"))
    #expect(text.hasSuffix("\r\n\r\n" + String(decoding: Self.body.prefix(500), as: UTF8.self)))
    #expect(ended == expected)
  }

  @Test(arguments: [
    (Reply.Cut.close(after: 500), RawClient.Ended.fin), (.reset(after: 500), .reset),
  ])
  func `ends behind the head where there is no body to cut`(
    cut: Reply.Cut, expected: RawClient.Ended
  ) throws {
    let server = try TestDaemon { _ in
      .reply(Reply(status: 200, fields: [], body: Self.body, cut: cut))
    }
    let client = try RawClient(port: server.port)

    let reply = try client.get("/", method: "HEAD")
    let (bytes, ended) = try client.readToEnd()

    #expect(reply.value(of: "Content-Length") == "1000")
    #expect(bytes.isEmpty)
    #expect(ended == expected)
    #expect(server.handler.waitForEndings(1) == [cut == .close(after: 500) ? .closed : .reset])
  }

  @Test(arguments: [Reply.Cut.close(after: 500), .reset(after: 500)])
  func `is given back at once, though an older one stays`(cut: Reply.Cut) throws {
    let server = try TestDaemon(workers: 1) {
      let isCut = $0.target == Array("/cut".utf8)
      return .reply(Reply(status: 200, fields: [], body: Self.body, cut: isCut ? cut : nil))
    }
    let older = try RawClient(port: server.port)
    _ = try older.get("/")
    let client = try RawClient(port: server.port)

    try client.request("GET", "/cut")
    _ = try client.readToEnd()

    #expect(eventually { server.daemon.connectionCount == 1 })
  }

  @Test func `is reset on time though the daemon's clock stands still`() throws {
    let server = try TestDaemon(configure: { $0.time = ManualTime() }) { _ in
      .reply(Reply(status: 200, fields: [], body: Self.body, cut: .reset(after: 500)))
    }

    for _ in 0..<20 {
      let client = try RawClient(port: server.port)
      try client.request("GET", "/")

      #expect(try client.readToEnd().ended == .reset)
    }
  }

  @Test func `leaves others alone`() throws {
    let server = try TestDaemon { $0.target == Array("/bad".utf8) ? .reset : .reply(greeting) }
    let good = try RawClient(port: server.port)
    _ = try good.get("/")

    try RawClient(port: server.port).request("GET", "/bad")

    #expect(try good.get("/").text == "hello")
  }
}
