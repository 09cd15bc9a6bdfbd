import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// One that waits for as long as a test needs.
  static let patient = make(patience: 60)
  /// One that gives up at once.
  static let impatient = make(patience: 1)

  private static func make(patience: TimeInterval) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = patience
    configuration.connectionProxyDictionary = [:]
    configuration.httpMaximumConnectionsPerHost = 100
    return URLSession(configuration: configuration)
  }
}
