import MicroHTTPD
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("A parked exchange", .serialized)
struct ParkingTests {
  @Test(.bug(id: "D01"))
  func `waits for its time and not a moment less`() throws {
    let time = ManualTime()
    let server = try TestDaemon(configure: { $0.time = time }) { _ in
      .delayed(.milliseconds(750), .reply(greeting))
    }
    let clients = try (0..<50).map { _ in try RawClient(port: server.port) }
    for client in clients { try client.request("GET", "/") }
    _ = server.handler.waitForExchanges(50)

    time.advance(by: .milliseconds(749))
    #expect(eventually { server.daemon.parkedCount == 50 })
    time.advance(by: .milliseconds(1))

    for client in clients { #expect(try client.readReply().text == "hello") }
  }

  @Test func `keeps the order of pipelined requests`() throws {
    let time = ManualTime()
    let server = try TestDaemon(configure: { $0.time = time }) { exchange in
      let reply = Reply(status: 200, fields: [], body: exchange.target)
      return exchange.target == Array("/slow".utf8)
        ? .delayed(.seconds(1), .reply(reply)) : .reply(reply)
    }
    let client = try RawClient(port: server.port)

    try client.send(
      "GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = server.handler.waitForExchanges(1)
    time.advance(by: .seconds(1))

    #expect(try client.readReply().text == "/slow")
    #expect(try client.readReply().text == "/fast")
  }

  @Test func `is released once, whoever tries`() throws {
    let server = try TestDaemon { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    let exchange = try #require(server.handler.waitForExchanges(1).first)
    #expect(eventually { server.daemon.parkedCount == 1 })
    let successes = Lock(0)

    let threads = try (0..<8).map { _ in
      try WorkerThread {
        if exchange.release(.reply(greeting)) { successes.withLock { $0 += 1 } }
      }
    }
    for thread in threads { thread.join() }

    #expect(try client.readReply().text == "hello")
    #expect(successes.withLock { $0 } == 1)
    #expect(!exchange.release(.close))
  }

  @Test(.bug(id: "K02"))
  func `is closed at the longest hold`() throws {
    let time = ManualTime()
    let server = try TestDaemon(configure: {
      $0.time = time
      $0.maxHold = .seconds(3)
    }) { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(eventually { server.daemon.parkedCount == 1 })

    time.advance(by: .seconds(3))

    let (bytes, ended) = try client.readToEnd()
    #expect(bytes.isEmpty)
    #expect(ended == .fin)
  }

  @Test(.bug(id: "D05"))
  func `is not ended by the limit for silent connections`() throws {
    let server = try TestDaemon(configure: { $0.idleTimeout = .seconds(1) }) { _ in
      .delayed(.milliseconds(2500), .reply(greeting))
    }
    let client = try RawClient(port: server.port)

    #expect(try client.get("/").text == "hello")
  }

  @Test(.bug(id: "D04"), arguments: [true, false])
  func `ends with its client and gives everything back`(isHeld: Bool) throws {
    let server = try TestDaemon { _ in isHeld ? .held : .delayed(.seconds(600), .reply(greeting)) }
    let before = openSocketCount(onPort: server.port)
    var clients: [RawClient] = []
    for _ in 0..<1000 {
      let client = try RawClient(port: server.port)
      try client.request("GET", "/")
      clients.append(client)
    }
    #expect(eventually { server.daemon.parkedCount == 1000 })
    #expect(openSocketCount(onPort: server.port) == before + 1000)

    for (index, client) in clients.enumerated() {
      if index.isMultiple(of: 2) { client.closeWithFIN() } else { client.closeWithRST() }
    }

    let endings = server.handler.waitForEndings(1000)
    #expect(endings.count == 1000)
    #expect(endings.allSatisfy { $0 == .cancelled })
    #expect(eventually { openSocketCount(onPort: server.port) == before })
    #expect(server.daemon.parkedCount == 0)
    #expect(server.daemon.openExchangeCount == 0)
  }

  @Test(.bug(id: "D02"))
  func `is dropped with all others on demand`() throws {
    let server = try TestDaemon { _ in .held }
    let clients = try (0..<60).map { _ in try RawClient(port: server.port) }
    for client in clients { try client.request("POST", "/", body: "x") }
    #expect(eventually { server.daemon.parkedCount == 60 })

    server.daemon.dropParked()

    for client in clients { #expect(try client.readToEnd().ended == .reset) }
    #expect(server.handler.waitForEndings(60).allSatisfy { $0 == .dropped })
  }

  @Test func `may be kept longer than its daemon`() throws {
    var server: TestDaemon? = try TestDaemon { _ in .held }
    let client = try RawClient(port: try #require(server?.port))
    try client.request("GET", "/")
    let exchange = try #require(server?.handler.waitForExchanges(1).first)

    server = nil

    #expect(!exchange.release(.reply(greeting)))
    #expect(exchange.head.first("Host") != nil)
    #expect(try client.readToEnd().ended == .reset)
  }

  @Test(arguments: [Duration.zero, .seconds(2)])
  func `does not keep the daemon from stopping`(grace: Duration) throws {
    let server = try TestDaemon { _ in .held }
    let clients = try (0..<500).map { _ in try RawClient(port: server.port) }
    for client in clients { try client.request("GET", "/") }
    #expect(
      eventually { server.daemon.parkedCount == 500 },
      """
      \(server.daemon.parkedCount) parked, \(server.daemon.openExchangeCount) open, \
      \(server.daemon.connectionCount) connections, \(server.handler.endings) ended
      """)
    let start = SystemTime().now

    server.daemon.stop(grace: grace)

    #expect(SystemTime().now - start < .seconds(3))
    #expect(server.handler.endings == Array(repeating: .dropped, count: 500))
  }

  @Test func `is nobody else's while it is asked whether it is meant`() throws {
    let server = try TestDaemon { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(eventually { server.daemon.parkedCount == 1 })
    let released = Bell()
    let threads = Lock([WorkerThread]())
    let wasReleased = Lock(true)

    server.daemon.dropParked { exchange in
      let thread = try? WorkerThread {
        exchange.release(.reply(greeting))
        released.notify()
      }
      threads.withLock { $0 += [thread].compactMap(\.self) }
      let isOver = released.wait(for: .milliseconds(200))
      wasReleased.withLock { $0 = isOver }
      return true
    }
    for thread in threads.withLock({ $0 }) { thread.join() }

    #expect(!wasReleased.withLock { $0 })
    #expect(try client.readToEnd().ended == .reset)
    #expect(server.handler.waitForEndings(1) == [.dropped])
  }
}
