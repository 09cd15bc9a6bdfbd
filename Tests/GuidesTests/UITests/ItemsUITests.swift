#if canImport(XCTest)
  import ExampleRoutes
  import Understudy
  import UnderstudyAPI
  import UnderstudyClient
  import UnderstudyTesting
  import XCTest

  // An example of `docs/ui-tests.md`, which quotes it.

  final class ItemsUITests: MockedTestCase {
    @MainActor func testItemsAreShown() async throws {
      let app = launch()

      XCTAssertTrue(app.staticTexts["20 items"].waitForExistence(timeout: 10))
      try await session.verify(.itemsPage(1), .exactly(1))
      try await session.assertNoMisses()
    }

    @MainActor func testAnErrorIsShown() async throws {
      try await session.activate(.unauthorized, for: "items.*")
      let app = launch()

      XCTAssertTrue(app.staticTexts["Please log in"].waitForExistence(timeout: 10))
    }

    @MainActor func testItSaysThatItLoadsForAsLongAsItDoes() async throws {
      try await session.activate(.timeout, for: .itemsPage(1))
      let app = launch()

      XCTAssertTrue(app.staticTexts["Loading…"].waitForExistence(timeout: 10))
      let held = try await session.held(.itemsPage(1), count: 1, within: .seconds(10))
      try await session.release(held[0], with: .empty)
      XCTAssertTrue(app.staticTexts["Nothing here yet"].waitForExistence(timeout: 10))
    }

    @MainActor private func launch() -> XCUIApplication {
      let app = XCUIApplication()
      app.launchEnvironment.merge(launchEnvironment) { $1 }  // UNDERSTUDY_BASE_URL
      app.launch()
      return app
    }
  }
#endif
