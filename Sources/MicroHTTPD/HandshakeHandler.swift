package import GnuTLS

/// Who decides what is presented to clients that speak TLS.
package protocol HandshakeHandler: AnyObject, Sendable {
  /// Decides; called once for each connection, on its worker. Must not wait.
  ///
  /// - Parameters:
  ///   - hello: what the client wants.
  ///   - port: the port by which it came; nil for the daemon's own.
  /// - Returns: how the client is answered.
  func answer(_ hello: ClientHello, by port: SidePort?) -> HandshakeAnswer
  /// Tells that a connection never came to its first request, and why.
  ///
  /// - Parameters:
  ///   - failure: why.
  ///   - name: the server that the client wanted; nil where it has not said.
  ///   - port: the port by which it came; nil for the daemon's own.
  func failed(_ failure: HandshakeFailure, for name: [UInt8]?, by port: SidePort?)
}

extension Daemon.Configuration {
  /// Where a daemon speaks TLS, and who decides how.
  package struct Secure: Sendable {
    /// Where it listens.
    package var addresses: [Address]
    /// Who decides.
    package var handler: any HandshakeHandler

    /// TLS at some addresses.
    package init(addresses: [Address], handler: any HandshakeHandler) {
      self.addresses = addresses
      self.handler = handler
    }
  }
}

extension Exchange {
  /// What was agreed on with its client; nil where it came without TLS.
  package var tls: TLSFacts? { state?.secure?.facts }
}
