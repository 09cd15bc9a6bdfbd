import MicroHTTPD
import Platform
import TestSupport
import Testing

#if os(Linux)
  import Glibc

  @Suite("A process without a descriptor")
  struct NoDescriptorTests {
    private final class Handler: ExchangeHandler {
      let bell = Bell()
      private let shortages = Lock([Shortage]())

      func respond(to exchange: Exchange) -> Action { .reply(greeting) }
      func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply { greeting }
      func ended(_ exchange: Exchange, _ ending: Ending) {}
      func ranShort(of shortage: Shortage) {
        shortages.withLock { $0.append(shortage) }
        bell.notify()
      }

      func waitForShortages(_ count: Int) -> [Shortage] {
        while shortages.withLock({ $0.count < count }), bell.wait(for: .seconds(20)) {}
        return shortages.withLock { $0 }
      }
    }

    /// In a process of its own, which has none left for others.
    @Test func `asks for one twenty times a second, and serves who has waited`() async {
      await #expect(processExitsWith: .success) {
        // Those that the tests have open beside it are this process's too.
        let count = Int(descriptors().max() ?? 0) + 64
        var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
        setrlimit(__rlimit_resource_t(7), &limit)
        let handler = Handler()
        let daemon = try Daemon(
          Daemon.Configuration(addresses: Address.loopback(port: 0)), handler: handler)
        var taken: [Int32] = []
        while case let copy = dup(0), copy >= 0 { taken.append(copy) }
        close(taken.removeLast())

        // The last is the client's, and none is left to accept it.
        let start = SystemTime().now
        let client = try RawClient(plainTo: daemon.port)
        let shortages = handler.waitForShortages(5)

        #expect(shortages.count >= 5)
        #expect(shortages.first == .descriptors(count))
        #expect(SystemTime().now - start >= .milliseconds(150))
        for copy in taken { close(copy) }
        try client.request("GET", "/")
        #expect(try client.readReply().status == 200)
      }
    }
  }
#endif
