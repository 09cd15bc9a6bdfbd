import Platform
import TestSupport
import Testing
import Understudy

@Suite("A sequence that many clients ask for")
struct SequenceCaseTests {
  @Test(.bug(id: "S01"))
  func `gives its first step to one of them, in each round`() throws {
    let catalog = Catalog(
      RouteGroup("seq", path: "/seq") {
        Route("seq.next", .get, default: .sequence(.text("1"), .text("2")))
      })
    let server = try TestServer(catalog)
    let port = server.port
    // The thread sanitizer needs fewer rounds and more time for each.
    #if RACE
      let rounds = 2
    #else
      let rounds = 20
    #endif
    for _ in 0..<rounds {
      let answers = Lock([String]())

      let threads = try (0..<32).map { number in
        try WorkerThread {
          guard let client = try? RawClient(port: port) else { return }
          for _ in 0..<(number < 8 ? 32 : 31) {
            let answer = (try? client.get("/seq").text) ?? "an error"
            answers.withLock { $0.append(answer) }
          }
        }
      }
      for thread in threads { thread.join() }

      let all = answers.withLock { $0 }
      #expect(all.count == 1000)
      #expect(all.count { $0 == "1" } == 1)
      #expect(all.count { $0 == "2" } == 999)
      #expect(try server.admin("POST", "/reset").status == 200)
    }
  }
}
