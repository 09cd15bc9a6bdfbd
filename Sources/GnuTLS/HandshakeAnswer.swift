/// How a client is answered.
package enum HandshakeAnswer: Sendable {
  /// With this identity, in these versions; clients must have a certificate where something says
  /// which.
  case identity(Identity, TLSVersions, clients: ClientTrust?)
  /// The connection is reset.
  case reset
  /// Nothing is answered.
  case silence
  /// There is nothing for the client's name.
  case unknownName
}
