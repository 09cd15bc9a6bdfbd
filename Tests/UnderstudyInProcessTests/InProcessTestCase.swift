#if canImport(XCTest)
  import Understudy
  import UnderstudyClient
  import UnderstudyInProcess
  import UnderstudyTesting
  import XCTest

  /// The class of the library with a daemon to speak to.
  class InProcessTestCase: UnderstudyTesting.MockedTestCase {
    private var daemon: MockDaemon?

    override var client: MockClient { daemon?.client ?? super.client }

    override func setUp() async throws {
      daemon = try await MockDaemon.start(MockDaemonTests.catalog)
      try await super.setUp()
    }
  }

  /// Its name for the example of the page on the client, which runs as it stands there.
  ///
  /// A class of that name would be its own base for SwiftPM's search for tests, which then never ends.
  typealias MockedTestCase = InProcessTestCase

  /// As much of that of Xcode as the example needs.
  final class XCUIApplication {
    var launchEnvironment: [String: String] = [:]

    func launch() {
      XCTAssertNotNil(launchEnvironment["UNDERSTUDY_BASE_URL"])
    }
  }

  extension RouteID {
    static let usersList: RouteID = "users.list"
  }
#endif
