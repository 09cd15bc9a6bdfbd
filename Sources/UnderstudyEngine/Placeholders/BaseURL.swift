import MicroHTTPD
import Platform

/// The URL under which a client reaches the daemon: the one that it has used.
package final class BaseURL: Sendable {
  private let own = Lock(Array("http://localhost".utf8))
  private let withTLS = Lock<String?>(nil)

  package init() {}

  /// Says what holds for a request that does not name its host; known once the daemon is bound.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - secure: the one with TLS; nil where there is none.
  package func set(_ url: String, secure: String? = nil) {
    own.withLock { $0 = Array(url.utf8) }
    withTLS.withLock { $0 = secure }
  }

  /// The URL with TLS; nil where there is none.
  package var secure: String? { withTLS.withLock { $0 } }

  /// The scheme and the host by which a client on this machine reaches the daemon, `localhost` unless
  /// it listens on another address alone, and the port, which is nil before ``set(_:secure:)``.
  package var local: (scheme: String, host: String, port: Int?) {
    Self.local(String(decoding: own.withLock { $0 }, as: UTF8.self))
  }

  /// The same with TLS; nil where there is none.
  package var localSecure: (scheme: String, host: String, port: Int?)? { secure.map(Self.local) }

  private static func local(_ text: String) -> (scheme: String, host: String, port: Int?) {
    let scheme = text.prefix { $0 != ":" }
    let authority = text.drop { $0 != "/" }.dropFirst(2)
    let end = authority.lastIndex(of: ":") ?? authority.endIndex
    let host = authority[..<end]
    return (
      String(scheme), ["127.0.0.1", "[::1]"].contains(host) ? "localhost" : String(host),
      Int(authority[end...].dropFirst())
    )
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
    return Array((request.tls == nil ? "http://" : "https://").utf8) + host
  }
}
