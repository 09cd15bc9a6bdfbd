#if canImport(XCTest)
  public import UnderstudyClient
  public import XCTest

  /// The session of one test of XCTest, for classes that cannot inherit from ``MockedTestCase``.
  ///
  /// ```swift
  /// override func setUp() async throws {
  ///   fixture = try await MockSessionFixture.begin(MockClient(), for: name)
  /// }
  /// override func tearDown() async throws { try await fixture?.end(after: self) }
  /// ```
  public struct MockSessionFixture: Sendable {
    /// The session.
    public let session: MockSession
    /// The environment variable that tells the app its base URL.
    public let launchVariable: String

    /// The environment variable that tells the app its base URL, where nothing else is said.
    public static let usualLaunchVariable = "UNDERSTUDY_BASE_URL"

    /// What is put into `XCUIApplication().launchEnvironment`: the base URL of the session.
    public var launchEnvironment: [String: String] {
      [launchVariable: session.baseURL.absoluteString]
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - client: the daemon.
    ///   - test: what the test is called.
    ///   - settings: what the session begins with.
    ///   - launchVariable: the environment variable that tells the app its base URL.
    /// - Returns: the fixture.
    /// - Throws: `MockError`.
    public static func begin(
      _ client: MockClient = MockClient(), for test: String,
      _ settings: SessionSettings = SessionSettings(),
      launchVariable: String = usualLaunchVariable
    ) async throws -> MockSessionFixture {
      MockSessionFixture(
        session: try await settings.begin(client, for: test), launchVariable: launchVariable)
    }

    /// Ends the session; where its test has failed, misses, journal and choices are attached before
    /// (on Linux, printed).
    ///
    /// - Parameter test: the test.
    /// - Throws: `MockError`.
    public func end(after test: XCTestCase) async throws {
      if let run = test.testRun, run.totalFailureCount > 0 {
        let report = try await FailureReport(of: session)
        #if canImport(Darwin)
          for file in report.files {
            let attachment = XCTAttachment(string: file.text)
            attachment.name = file.name
            test.add(attachment)
          }
        #else
          print(report.text)
        #endif
      }
      try await session.end()
    }
  }
#endif
