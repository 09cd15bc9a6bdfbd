/// What a route asks of the query of a request: exactly these pairs, or nothing at all.
///
/// ```swift
/// Route("items.list", .get, query: ["page": 1, "size": 20], default: .fixture("items/page-1.json"))
/// ```
///
/// Strict: the decoded pairs must be those that the rules name, each once. An unknown name, a
/// missing one, a repeated one, or one without `=` is a miss. The order of pairs is free. `+` and
/// `%20` are both a space (WHATWG URL, 5.1). Without rules a query must be absent or empty;
/// ``ignored`` takes any.
public struct QueryRules: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The rules by name, in the order written; nil where any query fits.
  package var pairs: [Pair]?

  /// One name and what its value must be.
  package struct Pair: Sendable, Hashable {
    package var name: String
    package var value: ValueRule
  }

  /// Any query fits, also none.
  public static let ignored = QueryRules(pairs: nil)
  /// No pairs: the rule of a route that says nothing about its query.
  public static let none = QueryRules(pairs: [])

  /// Takes the pairs of a literal, in order.
  public init(dictionaryLiteral elements: (String, ValueRule)...) {
    pairs = elements.map { Pair(name: $0.0, value: $0.1) }
  }

  package init(pairs: [Pair]?) {
    self.pairs = pairs
  }
}

/// What a single value must be.
public enum ValueRule: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Exactly this text, compared by its UTF-8 bytes after decoding.
  case equals(String)

  /// A string literal is the exact text.
  public init(stringLiteral value: String) {
    self = .equals(value)
  }

  /// An integer literal is its decimal text.
  public init(integerLiteral value: Int) {
    self = .equals(String(value))
  }
}
