/// Why a call has no answer.
public enum CurlError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No libcurl can be loaded.
  case notInstalled
  /// Nobody listens there, or the host has no address.
  case couldNotConnect(String)
  /// The whole call took too long.
  case timedOut
  /// The certificate of the other side cannot be verified, in libcurl's words.
  case notTrusted(String)
  /// Something in the request cannot be sent.
  case unsendable(String)
  /// Anything else, with libcurl's number and words.
  case other(code: Int, message: String)

  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .notInstalled: "libcurl is not installed."
    case .couldNotConnect(let message): "No connection: \(message)."
    case .timedOut: "The call took too long."
    case .notTrusted(let message): "The certificate is not trusted: \(message)."
    case .unsendable(let part): "The \(part) cannot be sent: it has a line break or NUL."
    case .other(let code, let message): "The call failed: \(message) (libcurl \(code))."
    }
  }
}
