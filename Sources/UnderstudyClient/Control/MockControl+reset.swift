public import UnderstudyAPI

extension MockControl {
  /// Puts everything back to the start: choices, network, positions, journal; drops what is held.
  ///
  /// A session goes back to what it began with. Sessions stay, unless they are named.
  ///
  /// - Parameters:
  ///   - parts: what is put back; nothing else is, where some are named.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func reset(
    only parts: [ResetRequest.Part] = ResetRequest.everything, drain limit: Duration? = nil
  ) async throws {
    try await change("POST", AdminPath.reset, ResetRequest(only: parts).json, drain: limit)
  }

  /// Whether the daemon serves, and what.
  ///
  /// - Throws: ``MockError``.
  public func health() async throws -> Health {
    try await connection.read(
      connection.call("GET", AdminPath.health), Health.init(json:))
  }
}
