internal import CGnuTLS

/// A secret key, whose bytes only ``pem()`` gives away.
///
/// It has no description and no stored bytes, so that no log line, error or dump shows them.
@safe
package final class PrivateKey: @unchecked Sendable {
  // Safety: the handle is filled by the initialisers and only read afterwards.

  let handle: gnutls_x509_privkey_t

  /// Makes a key on the curve P-256.
  ///
  /// - Throws: ``GnuTLSError``.
  package init() throws(GnuTLSError) {
    unsafe handle = try Self.empty()
    try GnuTLSError.check(unsafe umg_generate_p256(handle), "gnutls_x509_privkey_generate")
  }

  /// Reads a key that is not encrypted.
  ///
  /// - Throws: ``GnuTLSError`` where the text is no such key.
  package init(pem: [UInt8]) throws(GnuTLSError) {
    unsafe handle = try Self.empty()
    let status = unsafe Datum.lending(pem) { datum in
      unsafe gnutls_x509_privkey_import2(handle, datum, GNUTLS_X509_FMT_PEM, nil, 0)
    }
    try GnuTLSError.check(status, "gnutls_x509_privkey_import2")
  }

  deinit { unsafe gnutls_x509_privkey_deinit(handle) }

  /// The key as text: PKCS #8, not encrypted (RFC 7468, 10).
  ///
  /// - Throws: ``GnuTLSError``.
  package func pem() throws(GnuTLSError) -> [UInt8] {
    try unsafe Datum.taking("gnutls_x509_privkey_export2_pkcs8") { output in
      unsafe gnutls_x509_privkey_export2_pkcs8(
        handle, GNUTLS_X509_FMT_PEM, nil, UInt32(GNUTLS_PKCS_PLAIN.rawValue), output)
    }
  }

  /// The public half as SubjectPublicKeyInfo (RFC 5280, 4.1.2.7), which pins are made of.
  ///
  /// - Throws: ``GnuTLSError``.
  package func publicKey() throws(GnuTLSError) -> [UInt8] {
    try unsafe Datum.taking("gnutls_pubkey_import_privkey") { output in
      unsafe umg_public_half(handle, output)
    }
  }

  private static func empty() throws(GnuTLSError) -> gnutls_x509_privkey_t {
    var handle: gnutls_x509_privkey_t?
    let status = unsafe gnutls_x509_privkey_init(&handle)
    guard status >= 0, let handle = unsafe handle else {
      throw GnuTLSError(code: status, call: "gnutls_x509_privkey_init")
    }
    return unsafe handle
  }
}
