import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

#if os(Linux) && !RACE
  @Suite("The memory of a request that waits")
  struct WaitingMemoryTests {
    private static let held: @Sendable (Exchange) -> Action = { exchange in
      exchange.target == Array("/wait".utf8) ? .held : .reply(greeting)
    }
    private static let paced: @Sendable (Exchange) -> Action = { exchange in
      exchange.target == Array("/wait".utf8)
        ? .paced(.pieces(2, over: .seconds(3600)), greeting) : .reply(greeting)
    }

    /// In a process of its own: other tests take and give back memory meanwhile.
    @Test(.withoutTLS, .enabled(if: !isSanitized, "sanitizers take memory of their own"))
    func `is at most 12 KB on a connection that was used before, its client's in it`() async {
      await #expect(processExitsWith: .success) {
        let bytes = try WaitingMemoryTests.bytes(WaitingMemoryTests.held)

        #expect(bytes <= 12 * 1024, "each takes \(bytes) bytes")
      }
    }

    @Test(.withoutTLS, .enabled(if: !isSanitized, "sanitizers take memory of their own"))
    func `is as little once the head of its answer is sent`() async {
      await #expect(processExitsWith: .success) {
        let bytes = try WaitingMemoryTests.bytes(WaitingMemoryTests.paced)

        #expect(bytes <= 12 * 1024, "each takes \(bytes) bytes")
      }
    }

    @Test func `is whole again when it goes on`() throws {
      let server = try TestDaemon(Self.held)
      let client = try RawClient(port: server.port)
      for round in 1...3 {
        try client.request("GET", "/")
        #expect(try client.readReply().text == "hello")
        try client.request("GET", "/wait")
        #expect(server.handler.waitForParkings(round))
        let exchange = try #require(server.handler.waitForExchanges(2 * round).last)
        #expect(exchange.release(.reply(greeting)))
        #expect(try client.readReply().text == "hello")
      }
    }

    private static func bytes(
      _ answer: @escaping @Sendable (Exchange) -> Action, count: Int = 200
    ) throws -> Int {
      let server = try TestDaemon(answer)
      func ask(_ clients: [RawClient], _ path: String) throws {
        for client in clients { try client.request("GET", path) }
      }
      func open(_ count: Int) throws -> [RawClient] {
        let clients = try (0..<count).map { _ in try RawClient(port: server.port) }
        try ask(clients, "/")
        for client in clients { _ = try client.readReply() }
        return clients
      }
      // What the first needs is not counted.
      let first = try open(10)
      try ask(first, "/wait")
      _ = server.handler.waitForParkings(10)
      Machine.returnFreeMemory()
      let before = residentMemory()

      let clients = try open(count)
      try ask(clients, "/wait")

      try #require(server.handler.waitForParkings(10 + count))
      Machine.returnFreeMemory()
      return withExtendedLifetime(clients) { (residentMemory() - before) / count }
    }
  }
#endif
