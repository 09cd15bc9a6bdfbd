import GnuTLS
import Platform
import TestSupport

@testable import MicroHTTPD

/// Presents the test certificate, and notes what has failed.
final class TestHandshakes: HandshakeHandler {
  private let decide: @Sendable (ClientHello) -> HandshakeAnswer
  private let state = Lock<[HandshakeFailure]>([])

  init(_ decide: @escaping @Sendable (ClientHello) -> HandshakeAnswer) {
    self.decide = decide
  }

  convenience init(_ versions: TLSVersions = .both, clients: ClientTrust? = nil) {
    self.init { _ in .identity(Self.identity, versions, clients: clients) }
  }

  /// What has failed, in order.
  var failures: [HandshakeFailure] { state.withLock { $0 } }

  func answer(_ hello: ClientHello, by port: SidePort?) -> HandshakeAnswer { decide(hello) }

  func failed(_ failure: HandshakeFailure, for name: [UInt8]?, by port: SidePort?) {
    state.withLock { $0.append(failure) }
  }

  static let identity: Identity = {
    do {
      let files = try TestCertificate.localhost.read()
      return try Identity(certificatePEM: files.certificatePEM, keyPEM: files.keyPEM)
    } catch {
      fatalError("\(error)")
    }
  }()
}
