/// The name of one of a route's outcomes, such as `default` or `serverError`.
///
/// Every route answers to the standard variants without a word; a route adds its own with
/// ``Route/variant(_:_:)``:
///
/// ```swift
/// extension Variant {
///   static let soldOut: Variant = "soldOut"
/// }
///
/// Route("items.detail", .get, "/items/{id}", default: .fixture("items/{id}.json"))
///   .variant(.soldOut, .json(["stock": 0]))
/// ```
public struct Variant: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as it stands in the admin API and in logs.
  public let rawValue: String

  /// Takes any text; a catalog check reports one that cannot be a variant's name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes a literal, so that a variant may be written `.variant("flaky", …)`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension Variant: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}

extension Variant {
  /// The route's default outcome.
  public static let `default`: Variant = "default"
  /// The default outcome, 750 ms later.
  public static let loading: Variant = "loading"
  /// The default JSON with its shallowest arrays emptied; routes whose default is not JSON lack it.
  public static let empty: Variant = "empty"
  /// 401 with `WWW-Authenticate: Bearer` (RFC 9110, 15.5.2).
  public static let unauthorized: Variant = "unauthorized"
  /// 403 (RFC 9110, 15.5.4).
  public static let forbidden: Variant = "forbidden"
  /// 404 (RFC 9110, 15.5.5).
  public static let notFound: Variant = "notFound"
  /// 429 with `Retry-After: 1` (RFC 6585, 4).
  public static let rateLimited: Variant = "rateLimited"
  /// 500 (RFC 9110, 15.6.1).
  public static let serverError: Variant = "serverError"
  /// 503 with `Retry-After: 120` (RFC 9110, 15.6.4).
  public static let maintenance: Variant = "maintenance"
  /// The default's status and headers; its body cut in half, so that it no longer decodes.
  public static let malformedBody: Variant = "malformedBody"
  /// The default's head and half of its body, then a reset.
  public static let interrupted: Variant = "interrupted"
  /// The request is read and never answered, until the client gives up or somebody releases it.
  public static let timeout: Variant = "timeout"
  /// The connection is reset before a byte of the answer.
  public static let offline: Variant = "offline"
}
