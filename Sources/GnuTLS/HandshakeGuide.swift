/// Who says how a server's side of a handshake goes on; called on the connection's thread.
package protocol HandshakeGuide: AnyObject {
  /// Decides once the client has said what it wants.
  func answer(_ hello: ClientHello) -> HandshakeAnswer
  /// Nothing has come: leaves the connection alone until something does.
  ///
  /// - Returns: false where it cannot be left alone: it ends then.
  func waitForClient() -> Bool
  /// Leaves the connection alone for ever.
  ///
  /// - Returns: false where it cannot be left alone: it ends then.
  func standStill() -> Bool
  /// Resets the connection.
  func reset()
  /// The handshake is over.
  func succeeded()
  /// There will be no handshake; the client has been told.
  func failed(_ failure: HandshakeFailure)
  /// The other side sends no more: what it is told before the connection is closed.
  func lastWords() -> [UInt8]?
}

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

/// What was agreed on in a handshake.
package final class TLSFacts: Sendable {
  /// The version, such as `TLS1.3`.
  package let version: String
  /// The cipher suite by its registered name, such as `TLS_AES_256_GCM_SHA384`.
  package let cipher: String
  /// The name that the client asked for; nil where it asked for none.
  package let serverName: String?
  /// The subject of the client's certificate (RFC 4514); nil where it sent none.
  package let clientSubject: String?

  /// Facts by their parts.
  package init(version: String, cipher: String, serverName: String?, clientSubject: String?) {
    self.version = version
    self.cipher = cipher
    self.serverName = serverName
    self.clientSubject = clientSubject
  }
}
