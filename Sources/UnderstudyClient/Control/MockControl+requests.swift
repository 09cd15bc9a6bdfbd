public import Understudy
public import UnderstudyAPI

extension MockControl {
  /// The requests on record that fit, newest last.
  ///
  /// ```swift
  /// let misses = try await session.requests(isMatched: false)
  /// let created = try await session.requests(route: .usersCreate, status: 201, waiting: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - route: the route that took them.
  ///   - variant: the variant that answered.
  ///   - method: their method.
  ///   - path: their path, or its template.
  ///   - query: pairs that their query has, decoded; others are free.
  ///   - status: the status of their answers.
  ///   - ending: how they ended, such as `completed` or `cancelled`.
  ///   - isMatched: whether a route took them.
  ///   - seq: only those behind this one, the first so many of them.
  ///   - limit: how many at most; nil is 100.
  ///   - wait: how long to wait until there is one.
  /// - Returns: the requests; none where none came in time.
  /// - Throws: ``MockError``.
  public func requests(
    route: RouteID? = nil, variant: Variant? = nil, method: Method? = nil, path: String? = nil,
    query: KeyValuePairs<String, String> = [:], status: Int? = nil, ending: String? = nil,
    isMatched: Bool? = nil, after seq: Int? = nil, limit: Int? = nil, waiting wait: Duration? = nil
  ) async throws -> [RequestDescription] {
    var pairs: [(name: String, value: String)] = []
    func add(_ name: String, _ value: String?) {
      if let value { pairs.append((name, value)) }
    }
    add("route", route?.rawValue)
    add("variant", variant?.rawValue)
    add("method", method?.rawValue)
    add("path", path)
    for (name, value) in query { add("query.\(name)", value) }
    add("status", status.map(String.init))
    add("ending", ending)
    add("matched", isMatched.map(String.init))
    add("after", seq.map(String.init))
    add("limit", limit.map(String.init))
    add("waitSeconds", wait.map { "\($0 / .seconds(1))" })
    let answer = try await connection.call(
      "GET", AdminPath.requests, query: pairs, waiting: wait ?? .zero)
    return try await connection.list("requests", in: answer, RequestDescription.init(json:))
  }

  /// One request with all that is on record of it.
  ///
  /// - Throws: ``MockError``, where it is not on record too.
  public func request(_ seq: Int) async throws -> RequestRecord {
    try await connection.read(
      connection.call("GET", AdminPath.request(seq)), RequestRecord.init(json:))
  }

  /// Forgets all requests.
  ///
  /// - Throws: ``MockError``.
  public func forgetRequests() async throws {
    try await connection.call("DELETE", AdminPath.requests)
  }
}
