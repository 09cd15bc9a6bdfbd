#if canImport(XCTest)
  import Understudy
  import UnderstudyAPI
  import UnderstudyClient
  import UnderstudyInProcess
  import UnderstudyTesting
  import XCTest

  /// A test case of XCTest has a session for each test.
  final class MockedTestCaseTests: MockedTestCase {
    private static let daemon = Guarded<MockDaemon?>(nil)

    override var client: MockClient {
      guard let daemon = Self.daemon.withLock({ $0 }) else { return super.client }
      return daemon.client
    }
    override var sessionSettings: SessionSettings {
      SessionSettings(choices: ["users.list": .serverError])
    }
    override var launchVariable: String { "API_BASE_URL" }

    override func setUp() async throws {
      let daemon = try await MockDaemon.start(Shop.catalog)
      Self.daemon.withLock { $0 = daemon }
      try await super.setUp()
    }

    override func tearDown() async throws {
      try await super.tearDown()
      let sessions = try await client.sessions()
      XCTAssertEqual(sessions, [], "the session of the test has not ended")
      Self.daemon.withLock { $0 = nil }
    }

    func testHasASession() async throws {
      let active = try await session.route("users.list").active

      XCTAssertEqual(active, "serverError")
      XCTAssertEqual(session.name, name)
    }

    func testTellsTheAppItsBaseURL() {
      XCTAssertEqual(launchEnvironment, ["API_BASE_URL": session.baseURL.absoluteString])
    }

    func testHasNoMisses() async throws {
      try await session.assertNoMisses()
    }
  }
#endif
