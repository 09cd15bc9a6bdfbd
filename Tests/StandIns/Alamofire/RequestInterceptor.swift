import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a retrier decides.
public enum RetryResult: Sendable {
  /// At once.
  case retry
  /// Not.
  case doNotRetry
}

/// Changes requests.
public protocol RequestAdapter: Sendable {
  /// Changes a request before it is sent.
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)
}

/// Decides whether requests are made again.
public protocol RequestRetrier: Sendable {
  /// Decides after a failure.
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void)
}

/// Both of them.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
  /// Leaves it as it is.
  public func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    completion(.success(urlRequest))
  }

  /// Does not.
  public func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    completion(.doNotRetry)
  }
}

/// Is told what happens to requests.
public protocol EventMonitor: Sendable {
  /// A request has its answer, or has failed.
  func requestDidFinish(_ request: Request)
}

extension EventMonitor {
  /// Does nothing.
  public func requestDidFinish(_ request: Request) {}
}
