/// Why a request came to nothing.
public enum AFError: Error, Sendable {
  /// Why an answer was not taken.
  public enum ResponseValidationFailureReason: Sendable {
    /// Its status.
    case unacceptableStatusCode(code: Int)
  }

  /// Why an answer was not understood.
  public enum ResponseSerializationFailureReason: Sendable {
    /// The decoder says no.
    case decodingFailed(error: any Error)
  }

  /// Somebody cancelled it.
  case explicitlyCancelled
  /// The request could not be made.
  case createURLRequestFailed(error: any Error)
  /// The interceptor could not change it.
  case requestAdaptationFailed(error: any Error)
  /// The answer was not taken.
  case responseValidationFailed(reason: ResponseValidationFailureReason)
  /// The answer was not understood.
  case responseSerializationFailed(reason: ResponseSerializationFailureReason)
  /// The task failed.
  case sessionTaskFailed(error: any Error)
}

extension AFError {
  /// Whether somebody cancelled it.
  public var isExplicitlyCancelledError: Bool {
    if case .explicitlyCancelled = self { true } else { false }
  }

  /// Whether the answer was not understood.
  public var isResponseSerializationError: Bool {
    if case .responseSerializationFailed = self { true } else { false }
  }

  /// Whether the task failed.
  public var isSessionTaskError: Bool {
    if case .sessionTaskFailed = self { true } else { false }
  }

  /// The status of an answer that was not taken.
  public var responseCode: Int? {
    guard case .responseValidationFailed(.unacceptableStatusCode(let code)) = self else {
      return nil
    }
    return code
  }

  /// The error inside it.
  public var underlyingError: (any Error)? {
    switch self {
    case .createURLRequestFailed(let error), .requestAdaptationFailed(let error),
      .sessionTaskFailed(let error), .responseSerializationFailed(.decodingFailed(let error)):
      error
    case .explicitlyCancelled, .responseValidationFailed: nil
    }
  }
}

extension Error {
  /// The error as one of Alamofire's.
  public var asAFError: AFError? { self as? AFError }
}
