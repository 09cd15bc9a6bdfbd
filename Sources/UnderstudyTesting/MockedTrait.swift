#if canImport(Testing)
  public import Testing
  public import Understudy
  public import UnderstudyAPI
  import UnderstudyClient

  /// Gives each test a session of a daemon that runs elsewhere: what `.mocked(url)` is.
  public struct MockedTrait: SuiteTrait, TestTrait, TestScoping {
    private let client: MockClient
    private let settings: SessionSettings

    init(_ client: MockClient, _ settings: SessionSettings) {
      self.client = client
      self.settings = settings
    }

    /// Every test of a suite has a session of its own.
    public var isRecursive: Bool { true }

    /// Runs a test in a session of its own.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await SessionScope(client, settings).run(test, testCase, function)
    }
  }

  extension Trait where Self == MockedTrait {
    /// Gives each test a session of a daemon that runs elsewhere: `MockSession.current`.
    ///
    /// ```swift
    /// @Suite(.mocked("http://localhost:8080")) struct UsersTests {
    ///   @Test func `shows an error`() async throws {
    ///     let session = try MockSession.current
    ///     try await session.activate(.serverError, for: .usersList)
    ///     …
    ///   }
    /// }
    /// ```
    ///
    /// Tests run at once, and none sees what another does. When one has failed, its misses, its journal
    /// and what was chosen are attached to it.
    ///
    /// - Parameters:
    ///   - url: the base URL of the daemon; nil is what `UNDERSTUDY_URL` names, or
    ///     `http://localhost:8080`.
    ///   - token: what it asks for, if it was started with `--admin-token` or `--lan`.
    ///   - scenario: the scenario that each session begins with.
    ///   - choices: choices on top, with the keys and outcomes of a `Scenario`.
    ///   - network: the network of each session.
    ///   - wantsPort: whether each has a port of its own.
    /// - Returns: the trait.
    public static func mocked(
      _ url: String? = nil, token: String? = nil, scenario: String? = nil,
      choices: KeyValuePairs<RouteID, Outcome> = [:], network: NetworkConditions? = nil,
      port wantsPort: Bool = false
    ) -> MockedTrait {
      MockedTrait(
        MockClient(url: url, token: token),
        SessionSettings(scenario: scenario, choices: choices, network: network, port: wantsPort))
    }
  }
#endif
