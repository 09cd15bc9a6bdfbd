/// What a route asks of the query of a request: exactly these pairs, or nothing at all.
///
/// ```swift
/// Route("items.list", .get, query: ["page": .matching("[0-9]+"), "size": .optional(20)],
///       default: .fixture("items/page-1.json"))
/// ```
///
/// Strict: the decoded pairs must be those that the rules name, each once. An unknown name, a
/// missing one, a repeated one, or one without `=` is a miss. The order of pairs is free. `+` and
/// `%20` are both a space (WHATWG URL, 5.1). Without rules a query must be absent or empty;
/// ``ignored`` takes any, ``containing(_:)`` leaves the pairs free that it does not name. A form is
/// read by the same rules (see ``BodyRuleConvertible/form(_:)``).
public struct QueryRules: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The rules by name, in the order written.
  package var pairs: [Pair]
  /// Whether other pairs are a miss.
  package var isStrict: Bool

  /// One name and what its value must be.
  package struct Pair: Sendable, Hashable {
    package var name: String
    package var value: ValueRule

    package init(name: String, value: ValueRule) {
      self.name = name
      self.value = value
    }
  }

  /// Any query fits, also none.
  public static let ignored = QueryRules(pairs: [], isStrict: false)
  /// No pairs: the rule of a route that says nothing about its query.
  public static let none = QueryRules(pairs: [])

  /// These pairs must fit; all others are free.
  public static func containing(_ rules: QueryRules) -> QueryRules {
    QueryRules(pairs: rules.pairs, isStrict: false)
  }

  /// Takes the pairs of a literal, in order.
  public init(dictionaryLiteral elements: (String, ValueRule)...) {
    self.init(pairs: elements.map { Pair(name: $0.0, value: $0.1) })
  }

  package init(pairs: [Pair], isStrict: Bool = true) {
    self.pairs = pairs
    self.isStrict = isStrict
  }

  /// These rules and those of a route inside a group.
  package func merged(with inner: QueryRules) -> QueryRules {
    QueryRules(pairs: pairs + inner.pairs, isStrict: isStrict && inner.isStrict)
  }
}
