#if canImport(XCTest)
  import Understudy
  import UnderstudyAPI
  import UnderstudyClient
  import UnderstudyTesting
  import XCTest

  // An example of `docs/client.md`.
  // example: uitest
  final class UsersUITests: MockedTestCase {
    @MainActor func testAnErrorIsShown() async throws {
      try await session.activate(.serverError, for: .usersList)
      let app = XCUIApplication()
      app.launchEnvironment.merge(launchEnvironment) { $1 }  // UNDERSTUDY_BASE_URL
      app.launch()
      // …
      try await session.assertNoMisses()
    }
  }
// end
#endif
