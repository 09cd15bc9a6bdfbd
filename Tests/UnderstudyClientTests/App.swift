import Foundation
import UnderstudyClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes calls as an app does.
struct App: Sendable {
  let baseURL: URL
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    // What is held is held for as long as a crowded machine takes.
    configuration.timeoutIntervalForRequest = 3600
    configuration.httpMaximumConnectionsPerHost = 100
    return URLSession(configuration: configuration)
  }()

  init(_ baseURL: URL) {
    self.baseURL = baseURL
  }

  init(_ session: MockSession) {
    self.init(session.baseURL)
  }

  /// The status and the body of an answer; the path may have a query.
  @discardableResult
  func get(_ path: String) async throws -> (status: Int, text: String) {
    guard let url = URL(string: baseURL.absoluteString + path) else { throw URLError(.badURL) }
    let (data, response) = try await Self.session.data(from: url)
    return (
      (response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self)
    )
  }
}
