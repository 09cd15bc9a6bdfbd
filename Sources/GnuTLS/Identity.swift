internal import CGnuTLS

/// A private key and the chain of its certificate, ready for a server; or several, of which a client
/// gets the one with the name that it asks for.
///
/// ```swift
/// let identity = try Identity(certificatePEM: chain, keyPEM: key)
/// ```
@safe
package final class Identity: @unchecked Sendable {
  // Safety: the credentials are never changed after init; sessions only read them.

  let credentials: gnutls_certificate_credentials_t
  /// What its keys are; nil for one that is not known.
  private(set) var kinds: Set<KeyKind?> = []

  /// A certificate with its key.
  package struct Pair: Sendable {
    /// The server's certificate and those that lead from it to a root, in order.
    package var certificatePEM: [UInt8]
    /// The key, which is not encrypted.
    package var keyPEM: [UInt8]

    /// A certificate and its key.
    package init(certificatePEM: [UInt8], keyPEM: [UInt8]) {
      self.certificatePEM = certificatePEM
      self.keyPEM = keyPEM
    }
  }

  /// Reads a certificate and its key.
  ///
  /// - Throws: ``IdentityError``.
  package convenience init(
    certificatePEM: [UInt8], keyPEM: [UInt8]
  ) throws(IdentityError) {
    try self.init([Pair(certificatePEM: certificatePEM, keyPEM: keyPEM)])
  }

  /// Reads several; a client whose name none has gets the first.
  ///
  /// - Throws: ``IdentityError`` for the first that is none.
  package init(_ pairs: [Pair]) throws(IdentityError) {
    guard let credentials = unsafe umg_new_credentials() else {
      preconditionFailure("gnutls_certificate_allocate_credentials: there is no memory left")
    }
    unsafe self.credentials = credentials
    for (place, pair) in pairs.enumerated() {
      if let reason = add(pair) { throw IdentityError(place: place, reason: reason) }
    }
  }

  deinit { unsafe gnutls_certificate_free_credentials(credentials) }

  private func add(_ pair: Pair) -> IdentityError.Reason? {
    unsafe pair.certificatePEM.withUnsafeBytes { certificate in
      unsafe pair.keyPEM.withUnsafeBytes { key in
        let chain = unsafe umg_datum(certificate.baseAddress, certificate.count)
        let text = unsafe umg_datum(key.baseAddress, key.count)
        guard unsafe umg_certificate_count(chain) > 0 else { return .noCertificate }
        if Self.isEncrypted(pair.keyPEM) { return .encryptedKey }
        let kind = unsafe umg_read_key(text)
        guard kind.algorithm >= 0 else { return .noKey }
        let status = unsafe umg_add_identity(credentials, chain, text)
        if status >= 0 {
          kinds.insert(KeyKind(kind))
          return nil
        }
        return status == GNUTLS_E_CERTIFICATE_KEY_MISMATCH
          ? .keyOfAnother : .unusable(unsafe String(cString: gnutls_strerror(status)))
      }
    }
  }

  /// Whether a key in PEM needs a passphrase (RFC 7468, 11; RFC 1421, 4.6.1.1).
  private static func isEncrypted(_ pem: [UInt8]) -> Bool {
    pem.firstRange(of: "ENCRYPTED".utf8) != nil
  }
}
