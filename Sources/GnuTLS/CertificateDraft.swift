internal import CGnuTLS
package import Platform

/// What a new certificate shall say, before somebody signs it.
///
/// ```swift
/// let key = try PrivateKey()
/// let root = try CertificateDraft(
///   subject: "CN=Root", key: key, role: .authority(pathLength: nil), notBefore: now,
///   notAfter: later
/// ).signed(by: key)
/// ```
///
/// The serial number is random, 126 bits; the signature is made with SHA-256.
package struct CertificateDraft: Sendable {
  /// What the owner of a certificate may do with it.
  package enum Role: Sendable {
    /// Sign others, below which there are at most so many further authorities; any number without.
    case authority(pathLength: Int?)
    /// Be a server under these names.
    case server([SubjectName])
  }

  /// Whom it is for (RFC 4514).
  package var subject: String
  /// The key whose public half it has.
  package var key: PrivateKey
  /// What it is good for.
  package var role: Role
  /// From when on it is valid.
  package var notBefore: WallTime
  /// Until when it is valid.
  package var notAfter: WallTime

  /// A draft of all parts.
  package init(
    subject: String, key: PrivateKey, role: Role, notBefore: WallTime, notAfter: WallTime
  ) {
    self.subject = subject
    self.key = key
    self.role = role
    self.notBefore = notBefore
    self.notAfter = notAfter
  }

  /// The certificate, signed by an authority, or without one by itself.
  ///
  /// - Throws: ``GnuTLSError``, such as for a subject that is no distinguished name.
  package func signed(
    by signer: PrivateKey, of issuer: Certificate? = nil
  ) throws(GnuTLSError) -> Certificate {
    let draft = try CertificateHandle()
    let certificate = unsafe draft.pointer
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_version(certificate, 3), "gnutls_x509_crt_set_version")
    try GnuTLSError.check(
      unsafe subject.withCString { unsafe gnutls_x509_crt_set_dn(certificate, $0, nil) },
      "gnutls_x509_crt_set_dn")
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_key(certificate, key.handle), "gnutls_x509_crt_set_key")
    try setSerial(of: draft)
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_activation_time(certificate, notBefore.seconds),
      "gnutls_x509_crt_set_activation_time")
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_expiration_time(certificate, notAfter.seconds),
      "gnutls_x509_crt_set_expiration_time")
    try setRole(of: draft)
    let identifier = try draft.keyID()
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_subject_key_id(certificate, identifier, identifier.count),
      "gnutls_x509_crt_set_subject_key_id")
    let authority = issuer == nil ? draft : try CertificateHandle()
    if let issuer {
      try authority.read(issuer.der, isPEM: false)
      let identifier = try authority.keyID()
      try GnuTLSError.check(
        unsafe gnutls_x509_crt_set_authority_key_id(certificate, identifier, identifier.count),
        "gnutls_x509_crt_set_authority_key_id")
    }
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_sign2(
        certificate, authority.pointer, signer.handle, GNUTLS_DIG_SHA256, 0),
      "gnutls_x509_crt_sign2")
    // The handle of a draft does not know its own names.
    return try Certificate(der: draft.der())
  }

  private func setSerial(of draft: CertificateHandle) throws(GnuTLSError) {
    var serial = Machine.randomBytes(16)
    // Positive, and of full length (RFC 5280, 4.1.2.2).
    serial[0] = serial[0] & 0x3F | 0x40
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_serial(draft.pointer, serial, serial.count),
      "gnutls_x509_crt_set_serial")
  }

  private func setRole(of draft: CertificateHandle) throws(GnuTLSError) {
    let certificate = unsafe draft.pointer
    switch role {
    case .authority(let pathLength):
      try GnuTLSError.check(
        unsafe gnutls_x509_crt_set_basic_constraints(certificate, 1, Int32(pathLength ?? -1)),
        "gnutls_x509_crt_set_basic_constraints")
      try GnuTLSError.check(
        unsafe gnutls_x509_crt_set_key_usage(
          certificate, UInt32(GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN)),
        "gnutls_x509_crt_set_key_usage")
    case .server(let names):
      try GnuTLSError.check(
        unsafe gnutls_x509_crt_set_basic_constraints(certificate, 0, -1),
        "gnutls_x509_crt_set_basic_constraints")
      try GnuTLSError.check(
        unsafe gnutls_x509_crt_set_key_usage(certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)),
        "gnutls_x509_crt_set_key_usage")
      try GnuTLSError.check(
        unsafe umg_set_server_purpose(certificate), "gnutls_x509_crt_set_key_purpose_oid")
      for name in names {
        let (kind, bytes) =
          switch name {
          case .host(let host): (GNUTLS_SAN_DNSNAME, Array(host.utf8))
          case .address(let bytes): (GNUTLS_SAN_IPADDRESS, bytes)
          }
        try GnuTLSError.check(
          unsafe gnutls_x509_crt_set_subject_alt_name(
            certificate, kind, bytes, UInt32(bytes.count), UInt32(GNUTLS_FSAN_APPEND)),
          "gnutls_x509_crt_set_subject_alt_name")
      }
    }
  }
}
