/// What a single value must be: of a query, a form, a header line, a cookie, a text.
///
/// ```swift
/// query: ["page": 1, "sort": .oneOf("name", "age"), "q": .optional(.any), "tag": ["a", "b"]]
/// ```
///
/// Text compares by its UTF-8 bytes, with case and without Unicode normalisation.
public indirect enum ValueRule: Sendable, Hashable {
  /// Exactly this text, after decoding.
  case equals(String)
  /// Any value, an empty one too; the name must be there.
  case any
  /// The name may be missing; where it is there, its value must fit.
  case optional(ValueRule)
  /// One of these.
  case oneOf([ValueRule])
  /// The whole value fits a pattern of PCRE2, such as `[0-9]{4}`; write `.*` around it to search.
  ///
  /// Compiled once, when the daemon starts; UTF-8, without normalisation. One that takes too many
  /// steps is given up: the request is a miss then, "pattern too costly".
  case matching(String)
  /// A name without a value, as in `?verbose`; `?verbose=` is another thing.
  case flag
  /// The name stands there several times, with these values, in this order.
  case list([ValueRule])
  /// The name stands there several times, with these values, in any order.
  case listInAnyOrder([ValueRule])
  /// A header line that lists this among others: `gzip` in `Accept-Encoding: br, gzip;q=0.5`.
  ///
  /// All lines of the name are looked at; compares without case and parameters (RFC 9110, 5.6.1).
  case token(String)
  /// `Authorization: Bearer …`, whose token must fit (RFC 6750, 2.1); the scheme is without case.
  case bearer(ValueRule)
  /// `Authorization: Basic …` with this user and password (RFC 7617).
  case basic(String, String)

  /// One of these.
  public static func oneOf(_ rules: ValueRule...) -> ValueRule { .oneOf(rules) }
}

extension ValueRule: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  /// A string literal is the exact text.
  public init(stringLiteral value: String) {
    self = .equals(value)
  }

  /// An integer literal is its decimal text.
  public init(integerLiteral value: Int) {
    self = .equals(String(value))
  }

  /// An array literal is a list of values, in order.
  public init(arrayLiteral elements: ValueRule...) {
    self = .list(elements)
  }
}
