import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A method.
public struct HTTPMethod: RawRepresentable, Equatable, Hashable, Sendable {
  /// `GET`.
  public static let get = HTTPMethod(rawValue: "GET")
  /// `POST`.
  public static let post = HTTPMethod(rawValue: "POST")

  /// Its name.
  public let rawValue: String

  /// A method by its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A header line.
public struct HTTPHeader: Equatable, Hashable, Sendable {
  /// Its name.
  public let name: String
  /// Its value.
  public let value: String

  /// A line by its parts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Header lines.
public typealias HTTPHeaders = [HTTPHeader]
/// Parameters of a request.
public typealias Parameters = [String: any Any & Sendable]

/// Puts parameters into a request.
public protocol ParameterEncoding: Sendable {
  /// A request with the parameters.
  func encode(_ urlRequest: URLRequest, with parameters: Parameters?) throws -> URLRequest
}

/// Puts them into the query.
public struct URLEncoding: ParameterEncoding {
  /// The usual one.
  public static var `default`: URLEncoding { URLEncoding() }

  /// A request with the parameters in its query, by their names.
  public func encode(_ urlRequest: URLRequest, with parameters: Parameters?) throws -> URLRequest {
    guard let parameters, !parameters.isEmpty, let url = urlRequest.url else { return urlRequest }
    var request = urlRequest
    request.url = url.appending(
      queryItems: parameters.sorted { $0.key < $1.key }
        .map { URLQueryItem(name: $0.key, value: "\($0.value)") })
    return request
  }
}
