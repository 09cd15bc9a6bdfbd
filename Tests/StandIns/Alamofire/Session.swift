import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes requests, as Alamofire's does: adapted by its interceptor, told to its monitors.
open class Session: @unchecked Sendable {
  /// That of `AF`.
  public static let `default` = Session()

  /// What all requests go by.
  public let session: URLSession
  /// What changes every request.
  public let interceptor: (any RequestInterceptor)?
  let eventMonitors: [any EventMonitor]

  /// A session.
  public init(
    configuration: URLSessionConfiguration = .ephemeral,
    interceptor: (any RequestInterceptor)? = nil, eventMonitors: [any EventMonitor] = []
  ) {
    session = URLSession(configuration: configuration)
    self.interceptor = interceptor
    self.eventMonitors = eventMonitors
  }

  /// Makes a request, which starts when somebody waits for its answer.
  open func request(
    _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
    interceptor: (any RequestInterceptor)? = nil
  ) -> DataRequest {
    DataRequest(session: self, interceptor: interceptor ?? self.interceptor) {
      var request = URLRequest(url: try convertible.asURL())
      request.httpMethod = method.rawValue
      for header in headers ?? [] {
        request.setValue(header.value, forHTTPHeaderField: header.name)
      }
      return try encoding.encode(request, with: parameters)
    }
  }
}

/// What becomes a URL.
public protocol URLConvertible: Sendable {
  /// The URL.
  func asURL() throws -> URL
}

extension URL: URLConvertible {
  /// Itself.
  public func asURL() throws -> URL { self }
}
