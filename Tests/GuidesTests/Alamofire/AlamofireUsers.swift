import AlamofireStandIn
import ExampleShop
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Examples of `docs/alamofire.md`, which quotes them.

struct AlamofireUsers: Sendable {
  var configuration = APIConfiguration.current
  var session = Session.default

  func users() async throws -> [User] {
    do {
      return try await session.request(configuration.baseURL.appending(path: "users"))
        .validate()
        .serializingDecodable([User].self)
        .value
    } catch {
      throw Self.serviceError(error)
    }
  }

  private static func serviceError(_ error: any Error) -> any Error {
    guard let error = error.asAFError else { return ServiceError.other(error) }
    if error.isExplicitlyCancelledError { return CancellationError() }
    if let status = error.responseCode { return ServiceError.status(status) }
    switch error.underlyingError {
    case let error as DecodingError: return ServiceError.decoding(error)
    case let error as URLError: return ServiceError.network(error)
    default: return ServiceError.other(error)
    }
  }
}

struct MockSessionHeader: RequestInterceptor {
  var name: String  // "Understudy-Session"
  var value: String

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    var request = urlRequest
    request.setValue(value, forHTTPHeaderField: name)
    completion(.success(request))
  }
}

struct MockMarkers: EventMonitor {
  var log: @Sendable (String) -> Void = { print($0) }

  func requestDidFinish(_ request: Request) {
    guard let response = request.response,
      let route = response.value(forHTTPHeaderField: "Understudy-Route")
    else { return }
    let variant = response.value(forHTTPHeaderField: "Understudy-Variant") ?? ""
    log("\(route) '\(variant)': \(response.statusCode)")
  }
}

struct TryAgain: RequestInterceptor {
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    let isWorthIt = error.asAFError?.responseCode == 503 && request.retryCount < 3
    completion(isWorthIt ? .retry : .doNotRetry)
  }
}
