public import Understudy

/// What a request must be to be counted by a verification; what is left out may be anything.
///
/// ```swift
/// try await session.verify(
///   RequestPattern(.post, "/users", body: .jsonContaining(["name": "Ada"])), .exactly(1))
/// ```
///
/// The rules are those of routes.
public struct RequestPattern: Sendable {
  /// Its method; nil is any.
  public var method: Method?
  /// Its path, exact or a template; nil is any.
  public var path: String?
  let rules: RequestRules

  /// A pattern by its parts.
  ///
  /// - Parameters:
  ///   - method: its method.
  ///   - path: its path, exact or a template such as `/users/{id}`.
  ///   - query: the pairs that its query has: exactly these, or `.containing([...])`.
  ///   - headers: header lines that it has.
  ///   - cookies: cookies that it has.
  ///   - host: the host that it names.
  ///   - body: what its body is; `.where` is code and cannot be sent.
  public init(
    _ method: Method? = nil, _ path: String? = nil, query: QueryRules = .ignored,
    headers: NamedRules = .none, cookies: NamedRules = .none, host: HostRule? = nil,
    body: BodyRule? = nil
  ) {
    self.method = method
    self.path = path
    rules = RequestRules(
      query: query, headers: headers, cookies: cookies, host: host,
      bodies: body.map { [$0] } ?? [])
  }

  /// The object of a call.
  ///
  /// - Throws: ``MockError`` where a rule is code.
  func json() throws -> JSON {
    for body in rules.bodies {
      if case .custom(let explanation, _) = body.kind {
        throw MockError.unsendable("The rule '\(explanation)'")
      }
    }
    var members: JSON.Object = [:]
    if let method { members["method"] = .string(method.rawValue) }
    if let path { members["path"] = .string(path) }
    for (name, value) in rules.json.objectValue ?? [:] { members[name] = value }
    return .object(members)
  }
}
