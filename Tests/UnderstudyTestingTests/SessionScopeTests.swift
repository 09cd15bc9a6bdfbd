import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

@Suite("The session of a test")
struct SessionScopeTests {
  let daemon: MockDaemon

  init() async throws {
    daemon = try await MockDaemon.start(Shop.catalog)
  }

  /// Runs a function as a test with the trait would.
  private func run(
    _ settings: SessionSettings = SessionSettings(),
    _ function: @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await SessionScope(daemon.client, settings).run(test, Test.Case.current, function)
  }

  @Test func `is there while the test runs`() async throws {
    try await run(SessionSettings(choices: ["users.list": .empty])) {
      let session = try MockSession.current
      #expect(try await session.route("users.list").active == "empty")
      #expect(session.name == "is there while the test runs")
    }

    #expect(try await daemon.client.sessions().isEmpty)
    #expect(throws: MockError.noSession) { try MockSession.current }
  }

  @Test func `is ended behind a test that throws, whose error goes on`() async throws {
    struct Failure: Error {}

    await #expect(throws: Failure.self) { try await run { throw Failure() } }

    #expect(try await daemon.client.sessions().isEmpty)
  }

  @Test func `is ended behind a test that is cancelled`() async throws {
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let test = Task {
      try await run {
        continuation.yield()
        try await Task.sleep(for: .seconds(3600))
      }
    }
    for await _ in begun { break }

    test.cancel()

    await #expect(throws: CancellationError.self) { try await test.value }
    #expect(try await daemon.client.sessions().isEmpty)
  }
}
