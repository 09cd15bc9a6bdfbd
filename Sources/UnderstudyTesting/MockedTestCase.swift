#if canImport(XCTest)
  public import UnderstudyClient
  public import XCTest

  /// A test case of XCTest whose every test has a session of its own, for UI tests above all.
  ///
  /// ```swift
  /// final class ShopUITests: MockedTestCase {
  ///   @MainActor func testAnErrorIsShown() async throws {
  ///     try await session.activate(.serverError, for: "items.*")
  ///     let app = XCUIApplication()
  ///     app.launchEnvironment.merge(launchEnvironment) { $1 }
  ///     app.launch()
  ///     XCTAssertTrue(app.staticTexts["Something went wrong"].waitForExistence(timeout: 5))
  ///   }
  /// }
  /// ```
  ///
  /// The session ends with the test. Where that has failed, misses, journal and choices are attached to
  /// it (on Linux, printed).
  open class MockedTestCase: XCTestCase {
    private var fixture: MockSessionFixture?

    /// The daemon; that which `UNDERSTUDY_URL` names, or the usual one of this machine.
    open var client: MockClient { MockClient() }
    /// What each session begins with.
    open var sessionSettings: SessionSettings { SessionSettings() }
    /// The environment variable that tells the app its base URL.
    open var launchVariable: String { MockSessionFixture.usualLaunchVariable }

    /// The session of the test that runs.
    public var session: MockSession { begun.session }
    /// What is put into `XCUIApplication().launchEnvironment`: the base URL of the session.
    public var launchEnvironment: [String: String] { begun.launchEnvironment }

    /// Begins the session; who overrides it calls `super` first.
    open override func setUp() async throws {
      try await super.setUp()
      fixture = try await MockSessionFixture.begin(
        client, for: name, sessionSettings, launchVariable: launchVariable)
    }

    /// Ends the session; who overrides it calls `super` last.
    open override func tearDown() async throws {
      if let fixture {
        try await fixture.end(after: self)
        self.fixture = nil
      }
      try await super.tearDown()
    }

    private var begun: MockSessionFixture {
      guard let fixture else {
        preconditionFailure(
          "There is no session: call 'super.setUp()' first where you override it.")
      }
      return fixture
    }
  }
#endif
