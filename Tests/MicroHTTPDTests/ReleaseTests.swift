import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("The release of a parked exchange")
struct ReleaseTests {
  @Test func `counts a delay from the end of the request`() throws {
    let time = ManualTime()
    let server = try TestDaemon(configure: { $0.time = time }) { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))
    let exchange = try #require(server.daemon.parked().first)

    time.advance(by: .milliseconds(300))
    #expect(exchange.release(.delayed(.milliseconds(500), .reply(greeting))))
    #expect(server.handler.waitForParkings(2))
    time.advance(by: .milliseconds(199))
    #expect(server.daemon.parked().count == 1)
    time.advance(by: .milliseconds(1))

    #expect(try client.readReply().text == "hello")
    #expect(try #require(exchange.answeredAt) - exchange.receivedAt == .milliseconds(500))
    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(server.handler.events == [.held, .delayed, .answering, .ended(.completed)])
  }

  @Test func `answers at once where the delay is over`() throws {
    let time = ManualTime()
    let server = try TestDaemon(configure: { $0.time = time }) { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))

    time.advance(by: .milliseconds(500))
    let exchange = try #require(server.daemon.parked().first)
    #expect(exchange.release(.delayed(.milliseconds(500), .reply(greeting))))

    #expect(try client.readReply().text == "hello")
    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(server.handler.events == [.held, .answering, .ended(.completed)])
  }

  @Test func `may hold again`() throws {
    let server = try TestDaemon { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))
    let exchange = try #require(server.daemon.parked().first)

    #expect(exchange.release(.held))
    #expect(server.handler.waitForParkings(2))
    #expect(server.daemon.parked().map(\.seq) == [exchange.seq])
    #expect(exchange.release(.reply(greeting)))

    #expect(try client.readReply().text == "hello")
  }

  @Test func `answers in the order of the releases, not of the requests`() throws {
    let server = try TestDaemon { _ in .held }
    let clients = try (0..<2).map { number in
      let client = try RawClient(port: server.port)
      try client.request("GET", "/\(number)")
      #expect(server.handler.waitForParkings(number + 1))
      return client
    }
    let exchanges = server.daemon.parked()
    #expect(exchanges.map(\.target) == [Array("/0".utf8), Array("/1".utf8)])

    #expect(exchanges[1].release(.reply(greeting)))
    #expect(try clients[1].readReply().text == "hello")
    #expect(server.daemon.parked().map(\.seq) == [exchanges[0].seq])
    #expect(exchanges[0].release(.reply(greeting)))

    #expect(try clients[0].readReply().text == "hello")
    let answered = exchanges.map(\.answeredAt)
    #expect(try #require(answered[1]) < #require(answered[0]))
  }

  @Test func `comes too late for a client that has hung up`() throws {
    let server = try TestDaemon { _ in .held }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))
    let exchange = try #require(server.daemon.parked().first)

    client.closeWithFIN()

    #expect(server.handler.waitForEndings(1) == [.cancelled])
    #expect(!exchange.release(.reply(greeting)))
    #expect(server.daemon.parked().isEmpty)
  }

  @Test func `either wins against a hang-up or says that it lost`() throws {
    for _ in 0..<200 {
      let server = try TestDaemon(workers: 1) { _ in .held }
      let client = try RawClient(port: server.port)
      try client.request("GET", "/")
      #expect(server.handler.waitForParkings(1))
      let exchange = try #require(server.daemon.parked().first)

      let hangUp = try WorkerThread { client.closeWithFIN() }
      let isReleased = exchange.release(.reply(greeting))
      hangUp.join()

      #expect(server.handler.waitForEndings(1).count == 1)
      #expect(server.handler.events.contains(.answering) == isReleased)
      if !isReleased { #expect(server.handler.endings == [.cancelled]) }
    }
  }
}
