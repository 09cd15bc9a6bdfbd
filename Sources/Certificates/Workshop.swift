import GnuTLS
import Platform

/// Makes chains that are sound, or have one flaw.
struct Workshop {
  var authority: CertificateAuthority
  /// The key of the daemon's own leaf, whose pin all but one have.
  var key: PrivateKey
  /// The key of the one that has another pin.
  var otherKey: PrivateKey
  var now: WallTime

  /// A host that is nobody's (RFC 6761, 6.4).
  static let wrongHost = CertificateName(subject: .host("wrong-host.invalid"))

  func chain(
    _ flaw: CertificateFlaw?, for names: [CertificateName]
  ) throws(CertificateError) -> CertificateChain {
    switch flaw {
    case nil: sent(try authority.leaf(names, key: key, now: now))
    case .expired: try expired(names)
    case .notYetValid: try notYetValid(names)
    case .wrongHost: sent(try authority.leaf([Self.wrongHost], key: key, now: now))
    case .selfSigned: try selfSigned(names)
    case .untrustedRoot: try untrustedRoot(names)
    case .incompleteChain: sent(try incomplete(names).leaf)
    case .otherPin:
      CertificateChain(
        certificates: [try authority.leaf(names, key: otherKey, now: now)], key: otherKey)
    }
  }

  /// Within the time of its authority, which is a week old at least.
  private func expired(_ names: [CertificateName]) throws(CertificateError) -> CertificateChain {
    let start = max(now.advanced(days: -90), authority.certificate.notBefore)
    return sent(
      try authority.leaf(
        names, key: key, notBefore: start, notAfter: now.advanced(days: -1)))
  }

  private func notYetValid(
    _ names: [CertificateName]
  ) throws(CertificateError) -> CertificateChain {
    let start = now.advanced(days: 30)
    return sent(
      try authority.leaf(
        names, key: key, notBefore: start,
        notAfter: start.advanced(days: 90)))
  }

  private func selfSigned(
    _ names: [CertificateName]
  ) throws(CertificateError) -> CertificateChain {
    try CertificateError.inLibrary { () throws(GnuTLSError) in
      let start = now.advanced(hours: -1)
      let draft = CertificateDraft(
        subject: CertificateAuthority.leafSubject, key: key, role: .server(names.map(\.subject)),
        notBefore: start, notAfter: start.advanced(days: CertificateAuthority.leafDays))
      return sent(try draft.signed(by: key))
    }
  }

  /// A leaf of an authority below the trusted one, and that authority, which is not sent.
  func incomplete(
    _ names: [CertificateName]
  ) throws(CertificateError) -> (leaf: Certificate, missing: Certificate) {
    let between = try authority.intermediate(now: now)
    return (try between.leaf(names, key: key, now: now), between.certificate)
  }

  private func untrustedRoot(
    _ names: [CertificateName]
  ) throws(CertificateError) -> CertificateChain {
    let ownKey = try CertificateError.inLibrary { () throws(GnuTLSError) in try PrivateKey() }
    let stranger = try CertificateAuthority.make(
      title: "Understudy untrusted CA", key: ownKey, now: now)
    let leaf = try stranger.leaf(names, key: key, now: now)
    return CertificateChain(certificates: [leaf, stranger.certificate], key: key)
  }

  private func sent(_ certificate: Certificate) -> CertificateChain {
    CertificateChain(certificates: [certificate], key: key)
  }
}
