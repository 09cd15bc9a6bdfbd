import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A request that does not come to its end")
struct ReadTimeoutTests {
  private func server(
    _ answer: @escaping @Sendable (Exchange) -> Action = { _ in .reply(greeting) }
  ) throws -> TestDaemon {
    try TestDaemon(configure: { $0.readTimeout = .milliseconds(300) }, answer)
  }

  @Test(
    .bug(id: "F07"),
    arguments: [
      "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: a",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ])
  func `is ended, and told why`(beginning: String) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let other = try RawClient(port: server.port)

    try client.send(beginning)
    #expect(try other.get("/").status == 200)
    let reply = try client.readReply()

    #expect(reply.status == 408)
    #expect(reply.value(of: "X-Refusal") == "readTimeout")
    #expect(reply.value(of: "Connection") == "close")
    #expect(try client.readToEnd().ended == .fin)
    #expect(server.handler.waitForEndings(2) == [.completed, .failed])
    #expect(try other.get("/").status == 200)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\nX: ",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
  ])
  func `is ended where it drips`(beginning: String) throws {
    let server = try server()
    let client = try RawClient(port: server.port)

    try client.send(beginning)
    // Each byte comes within the time.
    let hasEnded = eventually {
      try? client.send("x")
      return !server.handler.endings.isEmpty
    }

    #expect(hasEnded)
    #expect(server.handler.endings == [.failed])
  }

  @Test(arguments: ["", "x"])
  func `is ended as soon where much of it has come`(drip: String) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n")
    try client.send([UInt8](repeating: 120, count: 100_000))

    let hasEnded = eventually {
      if !drip.isEmpty { try? client.send(drip) }
      return !server.handler.endings.isEmpty
    }

    #expect(hasEnded)
    #expect(server.handler.endings == [.failed])
    if drip.isEmpty { #expect(try client.readReply().status == 408) }
  }

  @Test func `is not meant where it grows`() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let time = SystemTime()
    let end = time.now + .milliseconds(900)
    let piece = [UInt8](repeating: 120, count: 1000)
    var count = 0

    try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    _ = try eventually {
      try client.send("3e8\r\n")
      try client.send(piece)
      try client.send("\r\n")
      count += 1
      return time.now >= end
    }
    try client.send("0\r\n\r\n")

    #expect(try client.readReply().status == 200)
    #expect(server.handler.waitForExchanges(1).first?.bodyLength == count * 1000)
  }

  @Test func `is none that waits for its answer`() throws {
    let server = try server { exchange in
      exchange.target.count == 1 ? .delayed(.milliseconds(900), .reply(greeting)) : .held
    }
    let delayed = try RawClient(port: server.port)
    let held = try RawClient(port: server.port)
    try delayed.request("GET", "/")
    try held.request("GET", "/held")

    #expect(try delayed.readReply().status == 200)
    let exchange = try #require(server.handler.waitForExchanges(2).first { $0.target.count > 1 })
    #expect(exchange.release(.reply(greeting)))
    #expect(try held.readReply().status == 200)
  }

  @Test func `is none that has not begun`() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let late = try RawClient(port: server.port)
    try late.send("GET / HTTP/1.1\r\n")

    #expect(try client.get("/").status == 200)
    #expect(try late.readReply().status == 408)
    #expect(try client.get("/").status == 200)
  }
}
