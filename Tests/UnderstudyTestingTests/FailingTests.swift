import Foundation
import Testing
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

/// Tests that fail on purpose: ``FailedTestTests`` runs them in another process.
enum FailingTests {
  /// The environment variable with which they run at all.
  static let variable = "UNDERSTUDY_FAILING_TESTS"

  static var areWanted: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  /// Makes a call that no route takes.
  static func miss(_ session: MockSession) async throws {
    guard let url = URL(string: session.baseURL.absoluteString + "/user") else { return }
    _ = try await URLSessionTransport().answer(to: TransportRequest("GET", url))
  }

  @Suite("A test that is killed", .enabled(if: areWanted), .mocked())
  struct Killed {
    @Test func `dies`() async throws {
      try await FailingTests.miss(MockSession.current)

      kill(getpid(), SIGKILL)
    }
  }

  @Suite("A test that fails", .enabled(if: areWanted), .mocked(Shop.catalog))
  struct SwiftTesting {
    @Test func `fails by an expectation`() async throws {
      try await FailingTests.miss(MockSession.current)

      #expect(Bool(false))
    }
  }
}
