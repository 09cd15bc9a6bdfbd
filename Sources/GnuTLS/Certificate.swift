internal import CGnuTLS
package import Platform

/// What an X.509 certificate says, and its bytes.
package struct Certificate: Sendable, Hashable {
  /// The whole certificate as it is signed.
  package let der: [UInt8]
  /// Whom it is for, such as `CN=Understudy,O=Understudy` (RFC 4514).
  package let subject: String
  /// Who has signed it.
  package let issuer: String
  /// The names that a server may have with it, in its order; kinds other than hosts and addresses
  /// are left out.
  package let names: [SubjectName]
  /// From when on it is valid.
  package let notBefore: WallTime
  /// Until when it is valid.
  package let notAfter: WallTime
  /// Whether it may sign others.
  package let isAuthority: Bool
  /// The public key as SubjectPublicKeyInfo in DER, which pins are made of.
  package let publicKey: [UInt8]

  /// Reads a certificate in DER.
  ///
  /// - Throws: ``GnuTLSError`` where the bytes are none.
  package init(der: [UInt8]) throws(GnuTLSError) {
    let handle = try CertificateHandle()
    try handle.read(der, isPEM: false)
    try self.init(handle)
  }

  /// Reads the first certificate of a text.
  ///
  /// - Throws: ``GnuTLSError`` where there is none.
  package init(pem: [UInt8]) throws(GnuTLSError) {
    let handle = try CertificateHandle()
    try handle.read(pem, isPEM: true)
    try self.init(handle)
  }

  init(_ handle: CertificateHandle) throws(GnuTLSError) {
    der = try handle.der()
    subject = try handle.subject()
    issuer = try handle.issuer()
    names = handle.names
    notBefore = handle.notBefore
    notAfter = handle.notAfter
    isAuthority = handle.isAuthority
    publicKey = try handle.publicKey()
  }

  /// The certificate as text (RFC 7468, 5).
  package var pem: [UInt8] {
    let lines = stride(from: 0, to: base64.count, by: 64).map { start in
      base64[start..<min(start + 64, base64.count)] + [UInt8(ascii: "\n")]
    }
    return Array("-----BEGIN CERTIFICATE-----\n".utf8) + lines.joined()
      + Array("-----END CERTIFICATE-----\n".utf8)
  }

  /// The bytes as base64, in one line.
  package var base64: [UInt8] { Base64Text.bytes(der) }
}
