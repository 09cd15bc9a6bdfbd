import Understudy
import UnderstudyAPI

/// What can be asked of a world of mocks: of the base by a ``MockClient``, of a session by a
/// ``MockSession``.
///
/// A change is one atomic step: a request that starts after the call has returned meets it. With
/// `drain:` a call returns once all requests have ended that began before it; where they do not in
/// time, it throws ``MockError/unfinished(_:after:)``, and the change has been made.
public protocol MockControl: Sendable {
  /// By which the calls are made, and for whom.
  var connection: AdminConnection { get }
}

extension MockControl {
  /// Makes a change, and waits for what began before it where that is asked for.
  @discardableResult
  func change(
    _ method: String, _ path: String, _ body: JSON? = nil, drain limit: Duration?
  ) async throws -> JSON {
    let query = limit.map { limit in
      [("drain", "true"), ("drainSeconds", "\(limit / .seconds(1))")]
    }
    let answer = try await connection.call(
      method, path, query: query ?? [], body, waiting: limit ?? .zero)
    if let limit, answer["drained"]?.boolValue != true {
      let requests = try await connection.list(
        "unfinished", in: answer, RequestDescription.init(json:))
      throw MockError.unfinished(requests, after: limit)
    }
    return answer
  }
}
