#if canImport(XCTest)
  import ExampleRoutes
  import UnderstudyClient
  import UnderstudyInProcess
  import UnderstudyTesting
  import XCTest

  /// The class of the library with a daemon to speak to.
  class GuidesTestCase: UnderstudyTesting.MockedTestCase {
    private var daemon: MockDaemon?

    override var client: MockClient { daemon?.client ?? super.client }

    override func setUp() async throws {
      daemon = try await MockDaemon.start(ExampleRoutes.catalog)
      try await super.setUp()
    }
  }

  /// Its name for the examples, which run as they stand in the page.
  ///
  /// A class of that name would be its own base for SwiftPM's search for tests, which then never ends.
  typealias MockedTestCase = GuidesTestCase
#endif
