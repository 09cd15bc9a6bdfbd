/// What the body of a request must be.
///
/// ```swift
/// Route("orders.create", .post, "/orders", body: .json(["item": .anyInteger, "note": .optional(.any)]),
///       default: .status(201))
/// ```
///
/// A body with `Content-Encoding: gzip` or `deflate` is decoded first. What a rule reads is the
/// bytes: the content type is a rule of its own, under `headers:`, but for forms and multipart,
/// whose content type says how they are to be read.
public struct BodyRule: Sendable {
  package var kind: Kind

  /// The kinds of rules.
  package indirect enum Kind: Sendable {
    case json(JSONRule)
    case jsonContaining(JSONRule)
    /// JSON equal to a file under `fixtures/`.
    case jsonFixture(String)
    case form(QueryRules)
    case multipart([PartRule])
    case graphQL(operation: ValueRule, variables: JSONRule?)
    case text(ValueRule)
    case bytes([UInt8])
    /// Bytes equal to a file under `fixtures/`.
    case bytesFixture(String)
    case custom(explanation: String, @Sendable (Request) throws -> Bool)
    /// No body at all.
    case empty
  }

  package init(kind: Kind) {
    self.kind = kind
  }
}

/// What a ``BodyRule`` can be written as: a body rule itself, or a rule about the whole request.
public protocol BodyRuleConvertible {
  /// The rule that asks this of the body.
  init(_ rule: BodyRule)
}

extension BodyRule: BodyRuleConvertible {
  /// The rule itself.
  public init(_ rule: BodyRule) {
    self = rule
  }
}

extension BodyRuleConvertible {
  /// JSON equal to this, with rules at its leaves.
  public static func json(_ rule: JSONRule) -> Self { Self(BodyRule(kind: .json(rule))) }

  /// JSON that has at least this: objects may have further members, at every depth; arrays have
  /// exactly these elements.
  ///
  /// A value that is given as a whole (``JSONRule/equals(_:)``) is compared as a whole.
  public static func jsonContaining(_ rule: JSONRule) -> Self {
    Self(BodyRule(kind: .jsonContaining(rule)))
  }

  /// JSON equal to that of a file under `fixtures/`, read live.
  public static func json(fixture name: String) -> Self { Self(BodyRule(kind: .jsonFixture(name))) }

  /// A form with exactly these fields; the content type must be `application/x-www-form-urlencoded`.
  public static func form(_ rules: QueryRules) -> Self { Self(BodyRule(kind: .form(rules))) }

  /// `multipart/form-data` with exactly these parts, in any order (RFC 7578); the content type must
  /// say so.
  public static func multipart(_ parts: [PartRule]) -> Self {
    Self(BodyRule(kind: .multipart(parts)))
  }

  /// A GraphQL request over JSON: its `operationName`, and its `variables` where a rule is given.
  ///
  /// Where the request has no `operationName`, the name that stands in its `query` counts. Variables
  /// that are left out or null are `{}`.
  public static func graphQL(operation: ValueRule, variables: JSONRule? = nil) -> Self {
    Self(BodyRule(kind: .graphQL(operation: operation, variables: variables)))
  }

  /// Text, decoded by the charset that the content type names; UTF-8 where it names none.
  ///
  /// A byte order mark is no part of the text. Charsets are UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15,
  /// windows-1252 and UTF-16; another is a miss.
  public static func text(_ rule: ValueRule) -> Self { Self(BodyRule(kind: .text(rule))) }

  /// Exactly these bytes.
  public static func bytes(_ bytes: [UInt8]) -> Self { Self(BodyRule(kind: .bytes(bytes))) }

  /// Exactly the bytes of a file under `fixtures/`, read live.
  public static func bytes(fixture name: String) -> Self {
    Self(BodyRule(kind: .bytesFixture(name)))
  }

  /// No body, or an empty one.
  public static var noBody: Self { Self(BodyRule(kind: .empty)) }

  /// Whatever a closure says.
  ///
  /// ```swift
  /// body: .where("the total is the sum of the lines") { request in
  ///   let order = try request.json()
  ///   return order["total"]?.intValue == order["lines"]?.arrayValue?.count
  /// }
  /// ```
  ///
  /// It sees the request with its body decoded from `Content-Encoding`, and without the parameters
  /// of the path. The closure runs on one of the daemon's few workers: it must not wait. An error
  /// that it throws is a miss that quotes it.
  ///
  /// - Parameters:
  ///   - explanation: what must hold; a miss quotes it.
  ///   - predicate: whether it does.
  /// - Returns: the rule.
  public static func `where`(
    _ explanation: String, _ predicate: @escaping @Sendable (_ request: Request) throws -> Bool
  ) -> Self {
    Self(BodyRule(kind: .custom(explanation: explanation, predicate)))
  }
}
