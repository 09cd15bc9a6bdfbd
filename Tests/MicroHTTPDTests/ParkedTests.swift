import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("What is told of the parking lot")
struct ParkedTests {
  @Test func `is that an exchange is delayed`() throws {
    let server = try TestDaemon { _ in .delayed(.milliseconds(1), .reply(greeting)) }

    _ = try RawClient(port: server.port).get("/")

    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(server.handler.events == [.delayed, .answering, .ended(.completed)])
  }

  @Test func `is that a hold follows its delay`() throws {
    let time = ManualTime()
    let server = try TestDaemon(configure: { $0.time = time }) { _ in .delayed(.seconds(1), .held) }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    #expect(server.handler.waitForParkings(1))
    time.advance(by: .seconds(1))
    #expect(server.handler.waitForParkings(2))

    client.closeWithFIN()

    #expect(server.handler.waitForEndings(1) == [.cancelled])
    #expect(server.handler.events == [.delayed, .held, .ended(.cancelled)])
  }

  @Test func `is nothing where the answer does not wait`() throws {
    let server = try TestDaemon { _ in .delayed(.zero, .computed { .reply(greeting) }) }

    _ = try RawClient(port: server.port).get("/")

    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(server.handler.events == [.answering, .ended(.completed)])
  }

  @Test func `comes in time to release it`() throws {
    let server = try TestDaemon(whenParked: { exchange, isHeld in
      if isHeld { #expect(exchange.release(.reply(greeting))) }
    }) { _ in .held }

    #expect(try RawClient(port: server.port).get("/").text == "hello")

    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(server.handler.events == [.held, .answering, .ended(.completed)])
  }

  @Test func `comes before all that follows, though another thread releases it meanwhile`() throws {
    let hangsUp = Lock<RawClient?>(nil)
    let server = try TestDaemon(whenParked: { exchange, _ in
      let isReleased = Lock(false)
      let thread = try? WorkerThread {
        let isOurs = exchange.release(.reply(greeting))
        isReleased.withLock { $0 = isOurs }
      }
      thread?.join()
      #expect(isReleased.withLock { $0 })
      // Whoever waits for this client would see its end here.
      hangsUp.withLock { $0 }?.closeWithRST()
      #expect(exchange.answeredAt == nil)
    }) { _ in .held }
    let client = try RawClient(port: server.port)
    hangsUp.withLock { $0 = client }

    try client.request("GET", "/")

    let ending = try #require(server.handler.waitForEndings(1).first)
    #expect(server.handler.events == [.held, .answering, .ended(ending)])
  }

  @Test func `can be asked for again, in the order of the parkings`() throws {
    let server = try TestDaemon { exchange in
      exchange.method == Array("GET".utf8)
        ? .held : .delayed(.seconds(3600), .reply(greeting))
    }
    let clients = try (0..<20).map { number in
      let client = try RawClient(port: server.port)
      try client.request(number.isMultiple(of: 2) ? "GET" : "DELETE", "/\(number)")
      #expect(server.handler.waitForParkings(number + 1))
      return client
    }

    let all = server.daemon.parked().map { String(decoding: $0.target, as: UTF8.self) }
    let held = server.daemon.parked { $0.method == Array("GET".utf8) }

    #expect(all == clients.indices.map { "/\($0)" })
    #expect(held.count == 10)
    #expect(held.allSatisfy { !$0.isReused && $0.method == Array("GET".utf8) })
  }

  @Test func `leaves out a body that pauses`() throws {
    let reply = Reply(status: 200, fields: []) { Silence() }
    let server = try TestDaemon { _ in .reply(reply) }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(eventually { server.daemon.parkedCount == 1 })

    #expect(server.daemon.parked().isEmpty)
    #expect(server.handler.events == [.answering])
  }
}

/// A body that never begins.
final class Silence: BodySource {
  func next(atMost count: Int) -> BodyPiece { .nothing(.seconds(3600)) }
  func sends(to exchange: Exchange) {}
  func ended() {}
}
