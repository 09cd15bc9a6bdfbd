public import Understudy
public import UnderstudyAPI

extension MockControl {
  /// Waits until a route has had so many requests.
  ///
  /// ```swift
  /// try await session.verify(.usersList, .exactly(2), within: .seconds(5))
  /// ```
  ///
  /// It returns the moment that this is decided, and needs no time where the requests have been there.
  /// A request counts once it is routed, though its answer may be held.
  ///
  /// - Parameters:
  ///   - route: the route.
  ///   - count: how many.
  ///   - pattern: what they must be besides; nil is anything.
  ///   - limit: how long it may take; zero decides at once.
  ///   - settling: how long no more may come than there may be.
  /// - Returns: the requests that were counted, newest last.
  /// - Throws: ``VerificationFailure`` where it is not so; ``MockError``.
  @discardableResult
  public func verify(
    _ route: RouteID, _ count: VerificationRequest.Count = .atLeast(1),
    where pattern: RequestPattern? = nil, within limit: Duration = .zero,
    settling: Duration = .zero
  ) async throws -> [RequestDescription] {
    try await verify(
      VerificationRequest(
        route: route.rawValue, fitting: try pattern?.json(), count: count,
        withinSeconds: limit / .seconds(1), settleSeconds: settling / .seconds(1)))
  }

  /// Waits until so many requests have come that fit, whoever took them.
  ///
  /// - Parameters:
  ///   - pattern: what they must be.
  ///   - count: how many.
  ///   - limit: how long it may take; zero decides at once.
  ///   - settling: how long no more may come than there may be.
  /// - Returns: the requests that were counted, newest last.
  /// - Throws: ``VerificationFailure`` where it is not so; ``MockError``.
  @discardableResult
  public func verify(
    _ pattern: RequestPattern, _ count: VerificationRequest.Count = .atLeast(1),
    within limit: Duration = .zero, settling: Duration = .zero
  ) async throws -> [RequestDescription] {
    try await verify(
      VerificationRequest(
        fitting: try pattern.json(), count: count, withinSeconds: limit / .seconds(1),
        settleSeconds: settling / .seconds(1)))
  }

  /// Waits until so many requests have come that no route took; none, where nothing else is said.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - pattern: what they must be besides; nil is anything.
  ///   - limit: how long it may take; zero decides at once.
  ///   - settling: how long no more may come than there may be.
  /// - Returns: the requests that were counted, newest last.
  /// - Throws: ``VerificationFailure`` where it is not so; ``MockError``.
  @discardableResult
  public func verifyUnmatched(
    _ count: VerificationRequest.Count = .exactly(0), where pattern: RequestPattern? = nil,
    within limit: Duration = .zero, settling: Duration = .zero
  ) async throws -> [RequestDescription] {
    try await verify(
      VerificationRequest(
        fitting: try pattern?.json(), isUnmatched: true, count: count,
        withinSeconds: limit / .seconds(1), settleSeconds: settling / .seconds(1)))
  }

  /// Waits until requests have come in this order, whatever else lies between them.
  ///
  /// - Parameters:
  ///   - first: the first step.
  ///   - others: those behind it.
  ///   - limit: how long it may take; zero decides at once.
  /// - Returns: the requests that were counted, newest last.
  /// - Throws: ``VerificationFailure`` where it is not so; ``MockError``.
  @discardableResult
  public func verify(
    order first: VerificationStep, _ others: VerificationStep..., within limit: Duration = .zero
  ) async throws -> [RequestDescription] {
    try await verify(
      VerificationRequest(
        order: try ([first] + others).map { try $0.step() }, withinSeconds: limit / .seconds(1)))
  }

  private func verify(_ request: VerificationRequest) async throws -> [RequestDescription] {
    let wait = Duration.seconds(request.withinSeconds + request.settleSeconds)
    do {
      let answer = try await connection.call(
        "POST", AdminPath.verifications, request.json, waiting: wait)
      return try await connection.list("requests", in: answer, RequestDescription.init(json:))
    } catch let refused as RefusedVerification {
      throw try await failure(request, refused.json)
    }
  }

  private func failure(
    _ request: VerificationRequest, _ json: JSON
  ) async throws -> VerificationFailure {
    let count = json["count"]?.intValue ?? 0
    var sentence = request.failureText(seen: count)
    if json["total"]?.intValue == 0 { sentence += " There were no requests at all." }
    return VerificationFailure(
      sentence, count: count,
      seen: try await connection.list("requests", in: json, RequestDescription.init(json:)),
      nearest: try await connection.list("nearest", in: json) { near in
        near["request"].flatMap(RequestDescription.init(json:)).map { request in
          VerificationFailure.Near(
            request,
            differences: (near["differences"]?.arrayValue ?? []).compactMap(
              DifferenceDescription.init(json:)))
        }
      })
  }
}
