import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The shop's API over `URLSession`.
///
/// It throws ``ServiceError``, and `CancellationError` where its task is cancelled.
public struct ShopService: Sendable {
  private let configuration: APIConfiguration
  private let session: URLSession

  /// A service.
  public init(_ configuration: APIConfiguration = .current, session: URLSession = .shared) {
    self.configuration = configuration
    self.session = session
  }

  /// All users.
  public func users() async throws -> [User] {
    try await get("users")
  }

  /// A page of items, counted from 1.
  public func items(page: Int) async throws -> ItemPage {
    try await get("api/v1/items", ["page": "\(page)", "size": "20"])
  }

  /// Who is logged in.
  public func profile(token: String) async throws -> User {
    try await get("me/profile", headers: ["Authorization": "Bearer \(token)"])
  }

  private func get<Value: Decodable>(
    _ path: String, _ query: KeyValuePairs<String, String> = [:], headers: [String: String] = [:]
  ) async throws -> Value {
    // Appended, never `URL(string: "/users", relativeTo: baseURL)`: the base URL may have a path.
    var url = configuration.baseURL.appending(path: path)
    if !query.isEmpty {
      url.append(queryItems: query.map { URLQueryItem(name: $0, value: $1) })
    }
    var request = URLRequest(url: url)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    do {
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard (200..<300).contains(status) else { throw ServiceError.status(status) }
      // The page of a hotel's network comes with a 200 too.
      guard response.mimeType == "application/json" else { throw NotJSON(type: response.mimeType) }
      return try Self.decoder.decode(Value.self, from: data)
    } catch let error as ServiceError {
      throw error
    } catch let error as DecodingError {
      throw ServiceError.decoding(error)
    } catch let error as URLError where error.code == .cancelled {
      throw CancellationError()
    } catch let error as URLError {
      throw ServiceError.network(error)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw ServiceError.other(error)
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
