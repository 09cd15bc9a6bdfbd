#if canImport(Testing)
  public import Testing
  public import Understudy
  public import UnderstudyAPI
  public import UnderstudyServer
  import UnderstudyTesting

  /// Gives each test a session of a daemon in its process: what `.mocked(catalog)` is.
  public struct MockedInProcessTrait: SuiteTrait, TestTrait, TestScoping {
    let recipe: DaemonRecipe
    let settings: SessionSettings

    /// The daemons of the suites that run around a test, by the trait that has started them.
    @TaskLocal static var daemons: [ObjectIdentifier: MockDaemon] = [:]

    /// Every test of a suite has a session of its own.
    public var isRecursive: Bool { true }

    /// Stands around suites, which have the daemon, and around tests, which have the sessions.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> MockedInProcessTrait? {
      test.isSuite || testCase != nil ? self : nil
    }

    /// Runs a suite with a daemon, and a test in a session of its own.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      // A suite inside another has the daemon of that one.
      if let daemon = Self.daemons[recipe.id] {
        guard !test.isSuite else { return try await function() }
        return try await SessionScope(daemon.client, settings).run(test, testCase, function)
      }
      let daemon = try await recipe.start()
      defer { daemon.stop() }
      guard test.isSuite else {
        return try await SessionScope(daemon.client, settings).run(test, testCase, function)
      }
      var daemons = Self.daemons
      daemons[recipe.id] = daemon
      try await Self.$daemons.withValue(daemons) { try await function() }
    }
  }

  extension Trait where Self == MockedInProcessTrait {
    /// Gives each test a session of a daemon in its process: `MockSession.current`.
    ///
    /// ```swift
    /// @Suite(.mocked(catalog)) struct UsersTests {
    ///   @Test func `shows an error`() async throws {
    ///     let session = try MockSession.current
    ///     try await session.activate(.serverError, for: .usersList)
    ///     …
    ///   }
    /// }
    /// ```
    ///
    /// A suite has one daemon, which stops with it; a test that has the trait itself has one of its own.
    /// Tests run at once, and none sees what another does. When one has failed, its misses, its journal
    /// and what was chosen are attached to it.
    ///
    /// - Parameters:
    ///   - catalog: the routes.
    ///   - fixtures: the folder of their fixtures; nil is looked for, as ``MockDaemon`` does.
    ///   - file: the file of the caller.
    ///   - scenario: the scenario that each session begins with.
    ///   - choices: choices on top, with the keys and outcomes of a `Scenario`.
    ///   - network: the network of each session.
    ///   - wantsPort: whether each has a port of its own.
    ///   - configure: changes how the daemon serves.
    /// - Returns: the trait.
    public static func mocked(
      _ catalog: Catalog, fixtures: String? = nil, file: String = #filePath,
      scenario: String? = nil,
      choices: KeyValuePairs<RouteID, Outcome> = [:], network: NetworkConditions? = nil,
      port wantsPort: Bool = false,
      configure: @escaping @Sendable (inout MockServer.Settings) -> Void = { _ in }
    ) -> MockedInProcessTrait {
      MockedInProcessTrait(
        recipe: DaemonRecipe(catalog, fixtures: fixtures, file: file, configure: configure),
        settings: SessionSettings(
          scenario: scenario, choices: choices, network: network, port: wantsPort))
    }
  }
#endif
