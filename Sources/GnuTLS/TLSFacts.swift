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
