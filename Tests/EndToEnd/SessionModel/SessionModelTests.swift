import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// Two hundred clients, each with a session of its own, do random things at once, and some in the
/// base; each compares all that it sees with a simple program that does one thing after the other.
///
/// `MODEL_STEPS` says how many steps each client does, `MODEL_SECONDS` for how long it goes on at
/// least, `MODEL_SEED` which numbers come: see CONTRIBUTING.
@Suite("Two hundred sessions at once", .serialized)
struct SessionModelTests {
  @Test(.bug(id: "S04"))
  func `are worlds of their own`() throws {
    #if RACE
      let (clientCount, usualSteps) = (40, 20)
    #else
      let (clientCount, usualSteps) = (200, 50)
    #endif
    let steps = Self.number("MODEL_STEPS") ?? usualSteps
    let end = SystemTime().now + .seconds(Self.number("MODEL_SECONDS") ?? 0)
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    // A machine with much else to do may leave a client idle for long.
    settings.idleTimeout = .zero
    let server = try MockServer(catalog: ModelCatalog.catalog, settings: settings)
    defer { server.stop() }
    let surroundings = ModelRun.Surroundings(
      seed: Self.number("MODEL_SEED") ?? 1, port: server.port)
    let base = SharedBase(surroundings)
    let failures = Lock([String]())
    let stepCount = Lock(0)

    @Sendable func go(_ step: () throws -> Void) throws {
      var done = 0
      while done < steps || SystemTime().now < end, failures.withLock(\.isEmpty) {
        try step()
        done += 1
      }
      stepCount.withLock { $0 += done }
    }
    @Sendable func live(_ number: Int) throws {
      // Three threads share the base.
      if number < 3 { return try go(base.step) }
      let run = ModelRun(number, Self.way(of: number), surroundings)
      try base.begin(run)
      try go {
        try run.step { run in
          try run.end()
          try base.begin(run)
        }
      }
      try run.end()
    }
    try inParallel(3 + clientCount) { number in
      do { try live(number) } catch { failures.withLock { $0.append("\(error)") } }
    }

    let mismatches = failures.withLock { $0 }
    #expect(mismatches.isEmpty, "\(mismatches.prefix(3).joined(separator: "\n"))")
    let list = try RawClient(port: server.port).get("/__admin/sessions")
    #expect(list.json?["sessions"]?.arrayValue?.isEmpty == true)
    #expect(mismatches.isEmpty == (stepCount.withLock { $0 } >= (3 + clientCount) * steps))
  }

  /// Half of the clients come by a path, a quarter by a port, the others by a header or a host.
  private static func way(of number: Int) -> WorldClient.Way {
    switch number % 8 {
    case 0, 2, 4, 6: .prefix
    case 1, 5: .port
    case 3: .header
    default: number % 16 == 7 ? .host : .header
    }
  }

  private static func number(_ name: String) -> Int? {
    Machine.environment(name).flatMap { Int($0) }
  }
}
