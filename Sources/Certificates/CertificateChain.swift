package import GnuTLS

/// A server's certificate with what is sent along, and its key.
package struct CertificateChain: Sendable {
  /// The certificates that the server sends, its own first.
  package let certificates: [Certificate]
  /// The key of the first.
  package let key: PrivateKey

  /// A chain and the key of its first certificate.
  package init(certificates: [Certificate], key: PrivateKey) {
    self.certificates = certificates
    self.key = key
  }

  /// The certificates as text, in order.
  package var certificatePEM: [UInt8] { certificates.flatMap(\.pem) }

  /// The key as text, for the server alone.
  ///
  /// - Throws: ``CertificateError``.
  package func keyPEM() throws(CertificateError) -> [UInt8] {
    try CertificateError.inLibrary { () throws(GnuTLSError) in try key.pem() }
  }
}
