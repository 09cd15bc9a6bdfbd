public import Foundation
public import Understudy
public import UnderstudyClient
public import UnderstudyServer

/// A daemon inside the process of a test, on a free port of loopback.
///
/// ```swift
/// let daemon = try await MockDaemon.start(catalog)
/// let service = UserService(baseURL: daemon.url)
/// try await daemon.client.activate(.serverError, for: .usersList)
/// ```
///
/// It stops with ``stop()``, and when the last reference to it is let go of. There may be many in one
/// process.
public final class MockDaemon: Sendable {
  /// The base URL of the mocks.
  public let url: URL
  /// Steers it.
  public let client: MockClient
  /// The server itself, which tells of its ports.
  public let server: MockServer

  /// Starts a daemon.
  ///
  /// - Parameters:
  ///   - catalog: its routes.
  ///   - fixtures: the folder of their fixtures; nil is `fixtures` in the current folder or, where
  ///     there is none, the nearest above the file of the caller.
  ///   - file: the file of the caller.
  ///   - configure: changes how it serves; it has a free port, and logs nothing, where nothing is said.
  /// - Returns: the daemon, which serves.
  /// - Throws: ``MockDaemonFailure``, with all that is wrong with the catalog.
  public static func start(
    _ catalog: Catalog, fixtures: String? = nil, file: String = #filePath,
    configure: (inout MockServer.Settings) -> Void = { _ in }
  ) async throws -> MockDaemon {
    try begin(catalog, fixtures, file, configure)
  }

  /// Starts a daemon and stops it behind the closure, however that ends.
  ///
  /// ```swift
  /// try await MockDaemon.with(catalog) { daemon in
  ///   try await daemon.client.activate(.empty, for: .usersList)
  ///   …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - catalog: its routes.
  ///   - fixtures: the folder of their fixtures; nil is looked for, as ``start(_:fixtures:file:configure:)`` does.
  ///   - file: the file of the caller.
  ///   - configure: changes how it serves.
  ///   - isolation: the actor of the caller, where the closure runs.
  ///   - body: what is done with it.
  /// - Returns: what the closure returns.
  /// - Throws: ``MockDaemonFailure``; what the closure throws.
  public static func with<Value>(
    _ catalog: Catalog, fixtures: String? = nil, file: String = #filePath,
    configure: (inout MockServer.Settings) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation,
    _ body: (MockDaemon) async throws -> Value
  ) async throws -> Value {
    let daemon = try begin(catalog, fixtures, file, configure)
    defer { daemon.stop() }
    return try await body(daemon)
  }

  private static func begin(
    _ catalog: Catalog, _ fixtures: String?, _ file: String,
    _ configure: (inout MockServer.Settings) -> Void
  ) throws -> MockDaemon {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    // Nobody waits for an answer any more once a test is over.
    settings.grace = .zero
    settings.fixtures = fixtures ?? FixtureFolder.nearest(to: file)
    configure(&settings)
    do throws(MockServer.StartError) {
      return try MockDaemon(try MockServer(catalog: catalog, settings: settings))
    } catch {
      throw MockDaemonFailure(error)
    }
  }

  private init(_ server: MockServer) throws(MockServer.StartError) {
    guard let url = URL(string: server.url) else {
      preconditionFailure("a daemon has a URL")
    }
    self.url = url
    self.server = server
    client = MockClient(url: server.adminURL, token: server.adminToken)
  }

  deinit { server.stop() }

  /// Stops it: connections are refused from now on, and what is held is dropped.
  ///
  /// Stopping again does nothing.
  public func stop() { server.stop() }
}
