public import UnderstudyAPI

extension MockControl {
  /// Sets the conditions of all answers by a name.
  ///
  /// - Parameters:
  ///   - preset: the name; `.off` takes conditions back.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func network(_ preset: NetworkPreset, drain limit: Duration? = nil) async throws {
    try await network(preset.conditions, drain: limit)
  }

  /// Sets the conditions of all answers.
  ///
  /// ```swift
  /// try await session.network(NetworkConditions(delay: .milliseconds(200), bytesPerSecond: 50_000))
  /// ```
  ///
  /// - Parameters:
  ///   - conditions: the conditions; what they leave out is not conditioned.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func network(_ conditions: NetworkConditions, drain limit: Duration? = nil) async throws {
    try await change("PUT", AdminPath.network, conditions.json, drain: limit)
  }

  /// The conditions of all answers.
  ///
  /// - Throws: ``MockError``.
  public func network() async throws -> NetworkConditions {
    try await connection.read(connection.call("GET", AdminPath.network)) { json in
      try? NetworkConditions(json: json)
    }
  }
}
