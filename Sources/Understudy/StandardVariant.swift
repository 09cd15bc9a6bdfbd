/// The variants that every route has unless it drops them, and what each derives from.
package enum StandardVariant: String, CaseIterable, Sendable {
  case `default`, loading, empty
  case unauthorized, forbidden, notFound, rateLimited, serverError, maintenance
  case malformedBody, interrupted, timeout, offline

  /// The name as a ``Variant``.
  package var name: Variant { Variant(rawValue: rawValue) }

  /// How much later than the default ``loading`` answers.
  package static let loadingDelay: Duration = .milliseconds(750)

  /// The failure that the variant shows; nil for those that derive from the default outcome.
  package var failure: Failure? {
    switch self {
    case .unauthorized: Failure(variant: name, status: 401, message: "Unauthorized")
    case .forbidden: Failure(variant: name, status: 403, message: "Forbidden")
    case .notFound: Failure(variant: name, status: 404, message: "Not Found")
    case .rateLimited: Failure(variant: name, status: 429, message: "Too Many Requests")
    case .serverError: Failure(variant: name, status: 500, message: "Internal Server Error")
    case .maintenance: Failure(variant: name, status: 503, message: "Service Unavailable")
    case .default, .loading, .empty, .malformedBody, .interrupted, .timeout, .offline: nil
    }
  }

  /// The header that goes with the failure's status, whatever body its group gives it.
  package var failureHeader: Header? {
    switch self {
    // A `Basic` challenge makes URLSession on Linux wait for ever; `Bearer` does not.
    case .unauthorized: Header("WWW-Authenticate", "Bearer")
    case .rateLimited: Header("Retry-After", "1")
    case .maintenance: Header("Retry-After", "120")
    default: nil
    }
  }

  /// One line for listings: what a client meets.
  package var summary: String {
    switch self {
    case .default: "the default outcome"
    case .loading: "the default, 750 ms later"
    case .empty: "the default JSON with its shallowest arrays emptied"
    case .malformedBody: "the default with its body cut in half"
    case .interrupted: "the default's head and half of its body, then a reset"
    case .timeout: "read and never answered"
    case .offline: "reset before a byte of the answer"
    default: failure.map { "\($0.status) \($0.message)" } ?? rawValue
    }
  }
}
