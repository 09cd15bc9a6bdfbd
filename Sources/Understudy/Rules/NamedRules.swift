/// What header lines or cookies of certain names must be; others are free.
///
/// ```swift
/// headers: ["X-Api-Key": "k-1", "Accept-Language": .token("mi"), "Authorization": .bearer(.any)]
/// ```
///
/// Names of headers compare without case (RFC 9110, 5.1), names of cookies with it. Several lines
/// of one name count as one, joined by `, ` (RFC 9110, 5.3), but for ``ValueRule/list(_:)``, which
/// looks at each; two lines of a field that allows one, such as `Authorization`, are a miss.
public struct NamedRules: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The rules by name, in the order written.
  package var rules: [QueryRules.Pair]

  /// No rules.
  public static let none = NamedRules(rules: [])

  /// Takes the rules of a literal, in order.
  public init(dictionaryLiteral elements: (String, ValueRule)...) {
    rules = elements.map { QueryRules.Pair(name: $0.0, value: $0.1) }
  }

  package init(rules: [QueryRules.Pair]) {
    self.rules = rules
  }
}

/// The host that a request must name.
///
/// ```swift
/// Route("status.api", .get, "/status", host: "api.example.test", default: .json(["up": true]))
/// ```
///
/// The name compares without case. A rule without a port takes every port; one with a port takes
/// that one, where 80 may be left out (RFC 9110, 4.2.3).
public struct HostRule: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name, maybe with a port.
  package var text: String

  /// Takes a name, maybe with a port; a catalog check reports what is no host.
  public init(stringLiteral value: String) {
    text = value
  }

  /// Takes a name that was made.
  public init(_ text: String) {
    self.text = text
  }
}
