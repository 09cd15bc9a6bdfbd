internal import CGnuTLS

/// Which certificates of clients are taken.
@safe
package final class ClientTrust: @unchecked Sendable {
  // Safety: the list is never changed after init; verifying only reads it.

  /// Nil takes every certificate.
  private let list: gnutls_x509_trust_list_t?

  /// Takes every certificate that a client has, whoever signed it.
  package static let any = unsafe ClientTrust(nil)

  private init(_ list: gnutls_x509_trust_list_t?) {
    unsafe self.list = unsafe list
  }

  /// Takes certificates that these have signed; nil where there are none in the text.
  package convenience init?(authoritiesPEM: [UInt8]) {
    let list = unsafe authoritiesPEM.withUnsafeBytes { bytes in
      unsafe umg_trust(umg_datum(bytes.baseAddress, bytes.count))
    }
    guard let list = unsafe list else { return nil }
    unsafe self.init(list)
  }

  deinit {
    if let list = unsafe list { unsafe gnutls_x509_trust_list_deinit(list, 1) }
  }

  /// What is wrong with what a client has sent; nil where it is taken.
  func objection(to session: gnutls_session_t) -> HandshakeFailure? {
    guard unsafe umg_peer_count(session) > 0 else { return .noClientCertificate }
    guard let list = unsafe list else { return nil }
    let status = unsafe umg_verify_peer(session, list)
    if status == 0 { return nil }
    func has(_ flag: gnutls_certificate_status_t) -> Bool {
      status > 0 && UInt32(status) & flag.rawValue != 0
    }
    if has(GNUTLS_CERT_SIGNER_NOT_FOUND) || has(GNUTLS_CERT_SIGNER_NOT_CA) {
      return .foreignClientCertificate
    }
    if has(GNUTLS_CERT_EXPIRED) || has(GNUTLS_CERT_NOT_ACTIVATED) {
      return .untimelyClientCertificate
    }
    return .badClientCertificate
  }
}
