import ExampleShop
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a call of a service meets.
enum Meeting {
  /// The outcome of a call in a few words.
  static func words(_ call: () async throws -> [User]) async -> String {
    do {
      return "\(try await call().count) users"
    } catch is CancellationError {
      return "cancelled"
    } catch let error as ServiceError {
      switch error {
      case .status(let status): return "status \(status)"
      case .decoding: return "decoding"
      case .network: return "network"
      case .other(let error): return "other: \(error)"
      }
    } catch {
      return "\(error)"
    }
  }
}

extension URLSessionConfiguration {
  /// One for calls to this machine.
  static var unproxied: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    configuration.httpMaximumConnectionsPerHost = 100
    return configuration
  }
}

/// What was logged.
final class Lines: @unchecked Sendable {
  // Safety: the lock is held wherever the lines are touched.
  private let lock = NSLock()
  private var lines: [String] = []

  /// All so far.
  var all: [String] { lock.withLock { lines } }

  /// Logs one.
  @Sendable func add(_ line: String) { lock.withLock { lines.append(line) } }
}
