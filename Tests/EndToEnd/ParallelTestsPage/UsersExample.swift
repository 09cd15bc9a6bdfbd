import ExampleRoutes
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyTesting

/// The example of `docs/parallel-tests.md`: compiled, and not run, since its daemon is the reader's.
@Suite(.disabled("It needs a daemon on port 8080."))
enum ParallelTestsPageExample {
  // example
  @Suite(.mocked("http://localhost:8080"))
  struct UsersTests {
    @Test(arguments: [Variant.empty, .serverError, .unauthorized, .offline])
    func `show every state`(_ variant: Variant) async throws {
      let session = try MockSession.current
      try await session.activate(variant, for: .usersList)

      // … give session.baseURL to the app, and look at what it shows …
      try await session.verify(.usersList, .exactly(1), within: .seconds(5))
      try await session.assertNoMisses()
    }
  }
  // end
}
