/// The method of a request: a name of any kind, or ``any``.
///
/// ```swift
/// Route("cache.purge", "PURGE", "/cache", default: .status(204))
/// ```
///
/// Methods compare with case (RFC 9110, 9.1).
public struct Method: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as it stands in the request line; `*` is ``any``.
  public let rawValue: String

  /// Takes any text; a catalog check reports one that cannot be a method.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes a literal, so that any method may be written as a string.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// `GET`; it answers HEAD too, without a body (RFC 9110, 9.3.2).
  public static let get: Method = "GET"
  /// `HEAD`, for a route that answers it otherwise than GET.
  public static let head: Method = "HEAD"
  /// `POST`.
  public static let post: Method = "POST"
  /// `PUT`.
  public static let put: Method = "PUT"
  /// `PATCH` (RFC 5789).
  public static let patch: Method = "PATCH"
  /// `DELETE`.
  public static let delete: Method = "DELETE"
  /// `OPTIONS`.
  public static let options: Method = "OPTIONS"
  /// Every method; a route that names the method wins over it.
  public static let any: Method = "*"
}
