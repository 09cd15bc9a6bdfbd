#if canImport(XCTest)
  import Understudy
  import UnderstudyAPI
  import UnderstudyClient
  import UnderstudyTesting
  import XCTest

  // Examples in the comments of `UnderstudyTesting`.

  final class ShopUITests: MockedTestCase {
    @MainActor func testAnErrorIsShown() async throws {
      try await session.activate(.serverError, for: "items.*")
      let app = XCUIApplication()
      app.launchEnvironment.merge(launchEnvironment) { $1 }
      app.launch()
      XCTAssertTrue(app.staticTexts["Something went wrong"].waitForExistence(timeout: 5))
    }
  }

  /// Compiled, and not run: its daemon is the reader's.
  class ShopFixtureTestCase: XCTestCase {
    private var fixture: MockSessionFixture?

    override func setUp() async throws {
      fixture = try await MockSessionFixture.begin(MockClient(), for: name)
    }
    override func tearDown() async throws { try await fixture?.end(after: self) }
  }
#endif
