import MicroHTTPD
import Platform

/// The URL under which a client reaches the daemon: the one that it has used.
package final class BaseURL: Sendable {
  private let own = Lock(Array("http://localhost".utf8))

  package init() {}

  /// Says what holds for a request that does not name its host; known once the daemon is bound.
  package func set(_ url: String) {
    own.withLock { $0 = Array(url.utf8) }
  }

  /// The URL for a request, without a slash at its end, with what leads to its session.
  ///
  /// The host of an absolute-form target comes before the header `Host` (RFC 9112, 3.2.2); HTTP/1.0
  /// may have neither.
  package func bytes(for request: ReceivedRequest) -> [UInt8] {
    origin(for: request) + request.prefix
  }

  private func origin(for request: ReceivedRequest) -> [UInt8] {
    let target = request.target
    if target.path.lowerBound > 0 { return Array(target.bytes[..<target.path.lowerBound]) }
    guard let host = request.head.first("Host"), !host.isEmpty else { return own.withLock { $0 } }
    return Array("http://".utf8) + host
  }
}
