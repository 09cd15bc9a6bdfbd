public import Foundation

/// A daemon, as tests and apps steer it: its base, and its sessions.
///
/// ```swift
/// let mocks = MockClient(url: "http://localhost:8080")
/// try await mocks.activate(.serverError, for: .usersList)
/// try await mocks.verify(.usersList, .exactly(1), within: .seconds(5))
/// try await mocks.reset()
/// ```
///
/// Making one calls nobody; a URL that is none is told by the first call.
public struct MockClient: MockControl {
  /// By which the calls are made.
  public let connection: AdminConnection

  /// The environment variable that names a daemon.
  public static let urlVariable = "UNDERSTUDY_URL"
  /// The daemon that the environment variable `UNDERSTUDY_URL` names, or the usual one of this machine.
  public static var usualURL: String {
    ProcessInfo.processInfo.environment[urlVariable] ?? "http://localhost:8080"
  }

  /// A daemon by its URL.
  ///
  /// - Parameters:
  ///   - url: the base URL of its admin API; nil is ``usualURL``.
  ///   - token: what it asks for, if it was started with `--admin-token` or `--lan`.
  ///   - transport: carries the calls; nil is a ``URLSessionTransport``.
  public init(url: String? = nil, token: String? = nil, transport: (any Transport)? = nil) {
    connection = AdminConnection(
      url: url ?? Self.usualURL, token: token, transport: transport ?? URLSessionTransport())
  }

  /// A daemon by its URL.
  ///
  /// - Parameters:
  ///   - url: the base URL of its admin API.
  ///   - token: what it asks for, if it was started with `--admin-token` or `--lan`.
  ///   - transport: carries the calls; nil is a ``URLSessionTransport``.
  public init(url: URL, token: String? = nil, transport: (any Transport)? = nil) {
    self.init(url: url.absoluteString, token: token, transport: transport)
  }
}
