public import Understudy
import UnderstudyAPI

extension MockSession {
  /// Goes offline for real, or comes back: with a port of its own, that refuses connections.
  ///
  /// It is the choice of `offline` for all routes, and its end.
  ///
  /// - Parameters:
  ///   - isOffline: whether it is offline from now on.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func goOffline(_ isOffline: Bool = true, drain limit: Duration? = nil) async throws {
    try await change(
      isOffline ? "POST" : "DELETE", AdminPath.offline(ofSession: id), drain: limit)
  }

  /// Has clients that speak TLS meet a profile.
  ///
  /// - Parameters:
  ///   - profile: what they meet; nil is what the scenario says.
  ///   - names: the names of servers for which it holds, beside the session's port and host.
  /// - Throws: ``MockError``, where the daemon speaks no TLS too.
  public func tls(_ profile: TLSProfile?, names: [String] = []) async throws {
    let path = AdminPath.tls(ofSession: id)
    if let profile {
      try await connection.call("PUT", path, TLSChoice(profile: profile, names: names).json)
    } else {
      try await connection.call("DELETE", path)
    }
  }
}
