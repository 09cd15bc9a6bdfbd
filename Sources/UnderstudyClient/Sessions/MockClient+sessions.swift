public import Understudy
public import UnderstudyAPI

extension MockClient {
  /// Begins a session: the base's choices as they are now, and over them what is given here.
  ///
  /// ```swift
  /// let session = try await mocks.session("checkout", choices: [.usersList: .empty])
  /// ```
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - scenario: the scenario that it begins with; nil keeps the base's.
  ///   - choices: choices on top, with the keys and outcomes of a `Scenario`.
  ///   - network: its network; nil keeps the base's.
  ///   - wantsPort: whether it wants a port of its own.
  ///   - tls: what its clients meet that speak TLS; nil is what its scenario says.
  ///   - idle: after how long without a request or a call it ends.
  ///   - holdsLease: whether it ends with this process, however that ends.
  /// - Returns: the session; whoever lets go of it ends it, where it holds its lease.
  /// - Throws: ``MockError``.
  public func session(
    _ name: String? = nil, scenario: String? = nil, choices: KeyValuePairs<RouteID, Outcome> = [:],
    network: NetworkConditions? = nil, port wantsPort: Bool = false, tls: TLSProfile? = nil,
    idle: Duration = .seconds(SessionRequest.defaultTTL), holdsLease: Bool = true
  ) async throws -> MockSession {
    let request = SessionRequest(
      name: name, ttlSeconds: idle / .seconds(1), scenario: scenario,
      variants: try VariantChanges(choices), network: network, wantsPort: wantsPort, tls: tls)
    let connection = connection
    // A task of its own: who is cancelled while the daemon begins the session would never hear of it,
    // and leave it behind.
    let session = try await Task {
      let description = try await connection.read(
        connection.call("POST", AdminPath.sessions, request.json), SessionDescription.init(json:))
      do {
        return try await MockSession(description, connection, holdsLease: holdsLease)
      } catch {
        _ = try? await connection.call("DELETE", AdminPath.session(description.id))
        throw error
      }
    }.value
    if Task.isCancelled {
      try? await session.end()
      throw CancellationError()
    }
    return session
  }

  /// Begins a session and ends it behind the closure, however that ends: by a value, an error or a
  /// cancellation.
  ///
  /// ```swift
  /// try await mocks.withSession(choices: [.usersList: .serverError]) { session in
  ///   let service = UserService(baseURL: session.baseURL)
  ///   …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - scenario: the scenario that it begins with; nil keeps the base's.
  ///   - choices: choices on top, with the keys and outcomes of a `Scenario`.
  ///   - network: its network; nil keeps the base's.
  ///   - wantsPort: whether it wants a port of its own.
  ///   - tls: what its clients meet that speak TLS; nil is what its scenario says.
  ///   - isolation: the actor of the caller, where the closure runs.
  ///   - body: what is done with it.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws; ``MockError``.
  public func withSession<Value>(
    _ name: String? = nil, scenario: String? = nil, choices: KeyValuePairs<RouteID, Outcome> = [:],
    network: NetworkConditions? = nil, port wantsPort: Bool = false, tls: TLSProfile? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (MockSession) async throws -> Value
  ) async throws -> Value {
    let session = try await session(
      name, scenario: scenario, choices: choices, network: network, port: wantsPort, tls: tls)
    let value: Value
    do {
      value = try await body(session)
    } catch {
      // What the closure has to say matters more.
      try? await session.end()
      throw error
    }
    try await session.end()
    return value
  }

  /// All sessions of the daemon.
  ///
  /// - Throws: ``MockError``.
  public func sessions() async throws -> [SessionDescription] {
    try await connection.list(
      "sessions", in: connection.call("GET", AdminPath.sessions), SessionDescription.init(json:))
  }
}
