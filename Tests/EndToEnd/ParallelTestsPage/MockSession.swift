import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session of the daemon for one test, which ends with the test or with its process.
final class MockSession: Sendable {
  /// What the app takes for its base URL.
  let baseURL: String
  private let admin: String
  /// Each has a connection of its own: those of one `URLSession` share six for each host.
  private let leases = URLSession(configuration: .ephemeral)

  /// Begins with variants of some routes, such as `["users.list": "empty"]`.
  init(
    _ name: String, _ variants: [String: String] = [:], daemon: String = "http://localhost:8080"
  ) async throws {
    let session = try await Self.call(
      "POST", "\(daemon)/__admin/sessions", ["name": name, "variants": variants])
    guard let id = session["id"] as? String, let urls = session["urls"] as? [String: String],
      let baseURL = urls["prefix"],
      let stream = URL(string: "\(daemon)/__admin/sessions/\(id)/lease")
    else { throw URLError(.cannotParseResponse) }
    self.baseURL = baseURL
    admin = "\(baseURL)/__admin"
    // The session ends when this stream closes, also where the test crashes.
    leases.dataTask(with: stream).resume()
  }

  /// Has a route, `group.*` or `*` answer with a variant from now on.
  func choose(_ variant: String, for route: String) async throws {
    try await Self.call("PATCH", "\(admin)/variants", [route: variant])
  }

  /// Waits until a route was called so often; throws with what came instead.
  func verify(_ route: String, exactly count: Int, within seconds: Double = 5) async throws {
    try await Self.call(
      "POST", "\(admin)/verifications",
      ["route": route, "count": ["exactly": count], "withinSeconds": seconds])
  }

  func end() { leases.invalidateAndCancel() }

  /// What the daemon says to a call that it refuses, and to a verification that fails.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  @discardableResult
  private static func call(
    _ method: String, _ url: String, _ body: [String: Any]
  ) async throws -> [String: Any] {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = try JSONSerialization.data(withJSONObject: body)
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 else {
      throw Refusal(description: answer["detail"] as? String ?? "\(response)")
    }
    return answer
  }
}
