import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

#if os(Linux) && !RACE
  @Suite("The memory of a session")
  struct SessionMemoryTests {
    /// In a process of its own: other tests take and give back memory meanwhile.
    @Test(.enabled(if: !isSanitized, "sanitizers take memory of their own"))
    func `is under 4 KB where it differs from the base in one route of a thousand`() async {
      await #expect(processExitsWith: .success) {
        let bytes = try SessionMemoryTests.bytes(each: 10_000)

        #expect(bytes < 4096, "each takes \(bytes) bytes")
      }
    }

    private static func bytes(each count: Int) throws -> Int {
      let group = RouteGroup("r") {
        for number in 0..<1000 {
          Route(RouteID(rawValue: "r.n\(number)"), .get, "/\(number)", default: .status(200))
        }
      }
      let engine = try Engine(Catalog(group))
      let time = ManualTime()
      let journal = Journal()
      let sessions = Sessions(
        World(engine.switchboard, book: journal.base), journal, limit: count + 100, time: time)
      defer { sessions.stop() }
      func begin(_ number: Int) throws {
        let changes = WorldChanges(overrides: [(.route(number % 1000), .variant(.serverError))])
        _ = try sessions.begin(timeToLive: .seconds(60), changes)
      }
      // The plans that all sessions share are made first.
      for entry in engine.switchboard.entries {
        _ = engine.switchboard.plan(of: entry.index, variant: "serverError")
      }
      try begin(0)
      Machine.returnFreeMemory()
      let before = residentMemory()

      for number in 1...count { try begin(number) }

      Machine.returnFreeMemory()
      return (residentMemory() - before) / count
    }
  }
#endif
