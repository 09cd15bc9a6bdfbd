/// What goes wrong between a client and a server before the first request, or how they must agree.
///
/// ```swift
/// Scenario("expired certificate", ["*": .default]).tls(.expired)
/// ```
///
/// Connections that begin while it is chosen meet it. Its JSON form is its name, such as
/// `"notYetValid"`.
public enum TLSProfile: String, Sendable, Hashable, CaseIterable, Codable {
  /// The certificate has ended.
  case expired
  /// The certificate has not begun.
  case notYetValid
  /// The certificate is another host's.
  case wrongHost
  /// The certificate is signed with its own key.
  case selfSigned
  /// The certificate is signed by an authority that nobody trusts.
  case untrustedRoot
  /// The certificate is signed by an intermediate authority that is not sent along.
  case incompleteChain
  /// Name and authority are right, the key is another than the usual: a pin must refuse it.
  case otherPin
  /// TLS 1.2 alone is spoken.
  case tls12Only
  /// TLS 1.3 alone is spoken.
  case tls13Only
  /// The connection is reset once the client has said what it wants.
  case handshakeReset
  /// Nothing is answered to what the client wants, until it gives up.
  case handshakeStall
}
