import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("An outcome given on the spot, with a lease")
struct LeasedOutcomeTests {
  static let steps: Outcome = .sequence(.status(503), .status(429), .status(202))

  let engine: Engine

  init() throws { engine = try Engine(single(.status(200))) }

  private func lease(_ count: Int) throws {
    let override = Override(.outcome(Self.steps), lease: .requests(count))
    try engine.world.change([(.route(0), override)])
  }

  /// The status of a request's answer, decided and performed as the daemon does.
  private func status(in session: World? = nil) throws -> Int? {
    let world = session ?? engine.world
    world.beginDeciding()
    defer { world.endDeciding() }
    let request = try request("/")
    return world.decide(0, request, at: SystemTime().now).plan
      .perform(request, in: world, network: Network()).status
  }

  @Test func `takes its own step with its last request too`() throws {
    try lease(3)

    #expect(try (0..<4).map { _ in try status() } == [503, 429, 202, 200])
  }

  @Test func `begins with its first step when it is given again`() throws {
    try lease(1)
    #expect(try (0..<2).map { _ in try status() } == [503, 200])

    try lease(2)

    #expect(try (0..<3).map { _ in try status() } == [503, 429, 200])
  }

  @Test func `begins anew where a world goes back to its start`() throws {
    try lease(2)
    let session = try World(copying: engine.world, book: JournalBook(.session(.make())))
    #expect(try (0..<3).map { _ in try status(in: session) } == [503, 429, 200])

    session.reset(choices: true, network: false, positions: false)

    #expect(try (0..<3).map { _ in try status(in: session) } == [503, 429, 200])
  }

  @Test func `gives each request a step of its own, at any concurrency`() throws {
    try lease(2)
    let statuses = Lock([Int]())

    let threads = try (0..<8).map { _ in
      try WorkerThread {
        if let status = try? status() { statuses.withLock { $0.append(status) } }
      }
    }
    for thread in threads { thread.join() }

    #expect(statuses.withLock { $0.sorted() } == [200, 200, 200, 200, 200, 200, 429, 503])
  }
}
