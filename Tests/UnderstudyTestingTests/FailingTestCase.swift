#if canImport(XCTest)
  import Understudy
  import UnderstudyClient
  import UnderstudyInProcess
  import UnderstudyTesting
  import XCTest

  /// A test of XCTest that fails on purpose: ``FailedTestTests`` runs it in another process.
  final class FailingTestCase: MockedTestCase {
    private var daemon: MockDaemon?

    override var client: MockClient { daemon?.client ?? super.client }

    override func setUp() async throws {
      try XCTSkipUnless(FailingTests.areWanted, "It fails on purpose.")
      daemon = try await MockDaemon.start(Shop.catalog)
      try await super.setUp()
    }

    func testFails() async throws {
      try await FailingTests.miss(session)

      try await session.assertNoMisses()
    }
  }
#endif
