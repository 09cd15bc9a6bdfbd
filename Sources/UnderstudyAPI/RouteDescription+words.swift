import Understudy

extension RouteDescription {
  /// What the route takes, in short: `/items?page=1&sort=name|age with X-Key, cookie sid, json body`.
  public var requestText: String {
    path + queryText + (conditions.isEmpty ? "" : " with \(conditions.joined(separator: ", "))")
  }

  /// The query as it stands behind the path: `?page=1&size=20`, `?...` where any fits.
  public var queryText: String {
    if let query = rules["query"]?.objectValue {
      return query.isEmpty ? "" : "?\(Self.text(of: query))"
    }
    guard let pairs = rules["queryContaining"]?.objectValue, !pairs.isEmpty else { return "?..." }
    return "?\(Self.text(of: pairs))&..."
  }

  /// What it asks for beside method, path and query.
  private var conditions: [String] {
    var words = rules["headers"]?.objectValue?.keys ?? []
    words += (rules["cookies"]?.objectValue?.keys ?? []).map { "cookie \($0)" }
    if let host = rules["host"]?.stringValue { words.append("host \(host)") }
    let bodies = rules["body"].map { $0.arrayValue ?? [$0] } ?? []
    words += bodies.compactMap { $0.objectValue?.keys.first }.map { "\($0) body" }
    return words
  }

  private static func text(of pairs: JSON.Object) -> String {
    pairs.map { name, rule in
      if case .array(let values) = rule {
        return values.map { pair(name, $0) }.joined(separator: "&")
      }
      return pair(name, rule)
    }.joined(separator: "&")
  }

  /// One pair: a literal as it is, any other rule as far as it is short.
  private static func pair(_ name: String, _ rule: JSON) -> String {
    if rule["flag"] != nil { return name }
    if let inner = rule["optional"] { return "[\(pair(name, inner))]" }
    if let rules = rule["oneOf"]?.arrayValue {
      let values = rules.compactMap(\.stringValue)
      if values.count == rules.count { return "\(name)=\(values.joined(separator: "|"))" }
    }
    return "\(name)=\(rule.stringValue ?? "...")"
  }
}
