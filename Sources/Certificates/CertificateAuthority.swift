package import GnuTLS
package import Platform

/// A certificate that signs others, and its key.
package struct CertificateAuthority: Sendable {
  /// What clients are told to trust.
  package let certificate: Certificate
  /// What signs.
  package let key: PrivateKey

  /// For how many days a leaf is valid: clients of Apple take 398 at most.
  package static let leafDays = 397
  private static let years = 10

  /// An authority that is there.
  package init(certificate: Certificate, key: PrivateKey) {
    self.certificate = certificate
    self.key = key
  }

  /// Makes an authority that has signed itself, for ten years.
  ///
  /// Its name carries the beginning of its key's digest, so that those of two machines differ, and
  /// one that is made anew for the same key takes the place of the old one.
  ///
  /// - Parameters:
  ///   - title: what it is called in lists of what is trusted.
  ///   - key: the key to use.
  ///   - now: the present; it is valid for a week already, as leaves that have expired must be too.
  /// - Returns: the authority with its key.
  /// - Throws: ``CertificateError``.
  package static func make(
    title: String, key: PrivateKey, now: WallTime
  ) throws(CertificateError) -> CertificateAuthority {
    try CertificateError.inLibrary { () throws(GnuTLSError) in
      let digest = SHA256.digest(of: try key.publicKey())
      let draft = CertificateDraft(
        subject: "CN=\(title) \(Hexadecimal.text(digest.prefix(4))),O=Understudy", key: key,
        role: .authority(pathLength: nil), notBefore: now.advanced(days: -7),
        notAfter: now.advanced(days: years * 365 + 2))
      return CertificateAuthority(certificate: try draft.signed(by: key), key: key)
    }
  }

  /// Makes an authority below this one.
  ///
  /// - Throws: ``CertificateError``.
  package func intermediate(now: WallTime) throws(CertificateError) -> CertificateAuthority {
    try CertificateError.inLibrary { () throws(GnuTLSError) in
      let ownKey = try PrivateKey()
      let draft = CertificateDraft(
        subject: "CN=Understudy intermediate CA,O=Understudy", key: ownKey,
        role: .authority(pathLength: 0), notBefore: now.advanced(days: -7),
        notAfter: min(now.advanced(days: 2 * 365), certificate.notAfter))
      return CertificateAuthority(
        certificate: try draft.signed(by: key, of: certificate), key: ownKey)
    }
  }

  /// Makes a certificate for a server.
  ///
  /// - Parameters:
  ///   - names: what it is for.
  ///   - leafKey: its key.
  ///   - notBefore: from when on it is valid.
  ///   - notAfter: until when; the authority's own end, where that is sooner.
  /// - Returns: the certificate, signed.
  /// - Throws: ``CertificateError``.
  package func leaf(
    _ names: [CertificateName], key leafKey: PrivateKey, notBefore: WallTime, notAfter: WallTime
  ) throws(CertificateError) -> Certificate {
    try CertificateError.inLibrary { () throws(GnuTLSError) in
      let draft = CertificateDraft(
        subject: Self.leafSubject, key: leafKey, role: .server(names.map(\.subject)),
        notBefore: notBefore, notAfter: min(notAfter, certificate.notAfter))
      return try draft.signed(by: key, of: certificate)
    }
  }

  /// Makes a certificate for a server, valid from an hour ago on: clocks differ.
  ///
  /// - Throws: ``CertificateError``.
  package func leaf(
    _ names: [CertificateName], key leafKey: PrivateKey, now: WallTime
  ) throws(CertificateError) -> Certificate {
    let start = now.advanced(hours: -1)
    return try leaf(
      names, key: leafKey, notBefore: start, notAfter: start.advanced(days: Self.leafDays))
  }

  /// The names of hosts stand where clients look for them, among the alternative names alone.
  static let leafSubject = "CN=Understudy,O=Understudy"
}
