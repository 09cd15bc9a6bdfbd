package import Understudy

/// The name of a fixture, whose parts may come from the request.
///
/// ```swift
/// let name = try FixtureName("users/{id}.json")
/// ```
///
/// `{id}` stands for a parameter of the route's path, `{rest}` for one that takes several
/// segments, with its folders, and `{query.page}` for a value of the query.
package struct FixtureName: Sendable, Hashable {
  /// The name as it was written.
  package let text: String
  let parts: [Part]

  enum Part: Sendable, Hashable {
    case literal([UInt8])
    case path(String)
    case query(String)
  }

  /// Reads a name.
  ///
  /// - Throws: ``OutcomeProblem/badFixtureName(name:reason:)``.
  package init(_ text: String) throws(OutcomeProblem) {
    func problem(_ reason: String) -> OutcomeProblem { .badFixtureName(name: text, reason: reason) }
    self.text = text
    if text.isEmpty { throw problem("is empty") }
    if text.hasPrefix("/") { throw problem("must be relative to the folder of fixtures") }
    if text.utf8.contains(0) { throw problem("contains a NUL") }
    if text.split(separator: "/", omittingEmptySubsequences: false).contains(where: { part in
      part.isEmpty || part == "." || part == ".."
    }) {
      throw problem("must not contain '.', '..' or empty folders")
    }
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
        throw problem("has a brace without its partner")
      }
      if open != rest.startIndex { parts.append(.literal(Array(rest[..<open].utf8))) }
      let name = rest[rest.index(after: open)..<close]
      if name.isEmpty { throw problem("has a parameter without a name") }
      parts.append(
        name.hasPrefix("query.") ? .query(String(name.dropFirst(6))) : .path(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.literal(Array(rest.utf8))) }
    self.parts = parts
  }

  /// Whether the request has no part in the name.
  package var isFixed: Bool {
    parts.allSatisfy { part in
      if case .literal = part { true } else { false }
    }
  }

  /// The first parameter that neither the path nor the query of a route can fill.
  package func unknownParameter(template: PathTemplate, query: QueryRules) -> String? {
    for part in parts {
      switch part {
      case .literal: continue
      case .path(let name): if !template.names.contains(name) { return name }
      case .query(let name):
        if query.isStrict, !query.pairs.contains(where: { $0.name == name }) {
          return "query.\(name)"
        }
      }
    }
    return nil
  }
}
