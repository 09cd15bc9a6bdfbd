import ExampleRoutes
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

/// An example in the comments of `UnderstudyTesting`: compiled, and not run, since its daemon is the
/// reader's.
@Suite(.disabled("It needs a daemon on port 8080."))
enum DaemonElsewhere {
  @Suite(.mocked("http://localhost:8080")) struct UsersTests {
    @Test func `shows an error`() async throws {
      let session = try MockSession.current
      try await session.activate(.serverError, for: .usersList)
      try await session.verify(.usersList)
    }
  }
}

/// An example in the comments of `UnderstudyInProcess`.
@Suite("An example of the comments")
enum DaemonInProcess {
  @Suite(.mocked(catalog)) struct UsersTests {
    @Test func `shows an error`() async throws {
      let session = try MockSession.current
      try await session.activate(.serverError, for: .usersList)
      #expect(try await session.route(.usersList).active == "serverError")
    }
  }
}
