public import Understudy
public import UnderstudyAPI

extension MockControl {
  /// Answers one held request.
  ///
  /// It returns once the answer has been sent, unless that is delayed: who releases one after the
  /// other decides in which order the answers arrive.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - outcome: what it is answered with: a variant, such as `.serverError`, or an outcome given on
  ///     the spot.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Returns: the request as it has become.
  /// - Throws: ``MockError``, where it is not held any more too.
  @discardableResult
  public func release(
    _ request: HeldDescription, with outcome: Outcome = .default, drain limit: Duration? = nil
  ) async throws -> RequestDescription {
    try await release(request.request.seq, with: outcome, drain: limit)
  }

  /// Answers one held request, by its number.
  ///
  /// - Parameters:
  ///   - seq: its number.
  ///   - outcome: what it is answered with.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Returns: the request as it has become.
  /// - Throws: ``MockError``, where it is not held any more too.
  @discardableResult
  public func release(
    _ seq: Int, with outcome: Outcome = .default, drain limit: Duration? = nil
  ) async throws -> RequestDescription {
    let released = try await released(
      AdminPath.release(seq), try ReleaseRequest(VariantChoice.Choice(sending: outcome)), limit)
    guard let request = released.first else {
      throw MockError.stranger(url: connection.url, answer: "other JSON")
    }
    return request
  }

  /// Answers the held requests of a route, in the order in which they came.
  ///
  /// - Parameters:
  ///   - route: the route.
  ///   - outcome: what they are answered with.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Returns: the requests as they have become.
  /// - Throws: ``MockError``, where none is held too.
  @discardableResult
  public func release(
    _ route: RouteID, with outcome: Outcome = .default, drain limit: Duration? = nil
  ) async throws -> [RequestDescription] {
    try await released(
      AdminPath.release,
      try ReleaseRequest(VariantChoice.Choice(sending: outcome), route: route.rawValue), limit)
  }

  /// Answers all held requests, in the order in which they came.
  ///
  /// - Parameters:
  ///   - outcome: what they are answered with.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Returns: the requests as they have become.
  /// - Throws: ``MockError``, where none is held too.
  @discardableResult
  public func releaseAll(
    with outcome: Outcome = .default, drain limit: Duration? = nil
  ) async throws -> [RequestDescription] {
    try await released(
      AdminPath.release, try ReleaseRequest(VariantChoice.Choice(sending: outcome)), limit)
  }

  private func released(
    _ path: String, _ request: ReleaseRequest, _ limit: Duration?
  ) async throws -> [RequestDescription] {
    let answer = try await change("POST", path, request.json, drain: limit)
    return try await connection.list("released", in: answer, RequestDescription.init(json:))
  }
}
