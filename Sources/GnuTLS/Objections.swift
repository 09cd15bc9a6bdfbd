internal import CGnuTLS
package import Platform

/// What a careful client has against a server's chain.
package struct Objections: OptionSet, Sendable, Hashable {
  /// The bits.
  package let rawValue: UInt32

  /// A set of bits.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No anchor that the client trusts has signed it.
  package static let unknownSigner = Objections(rawValue: 1)
  /// One of its certificates is not valid yet.
  package static let notYetValid = Objections(rawValue: 2)
  /// One of its certificates is not valid any more.
  package static let expired = Objections(rawValue: 4)
  /// It is for other names.
  package static let otherName = Objections(rawValue: 8)
  /// Anything else: a signature that is wrong, a purpose, a constraint.
  package static let other = Objections(rawValue: 16)

  /// Verifies a chain, the server's own certificate first.
  ///
  /// - Parameters:
  ///   - chain: what the server sends; at most 8.
  ///   - anchors: what the client trusts.
  ///   - host: the name or address that the client has asked for; any without.
  ///   - time: when this happens.
  /// - Returns: nothing where all is well.
  /// - Throws: ``GnuTLSError`` where the chain cannot be judged.
  package static func to(
    _ chain: [Certificate], trusting anchors: [Certificate], host: String? = nil,
    at time: WallTime
  ) throws(GnuTLSError) -> Objections {
    var bits: UInt32 = 0
    let status = unsafe Datum.lending(all: chain.map(\.der)) { chain in
      unsafe Datum.lending(all: anchors.map(\.der)) { anchors in
        guard let first = chain.baseAddress else { return Int32(GNUTLS_E_INVALID_REQUEST) }
        let anchor = unsafe anchors.baseAddress ?? first
        guard let host else {
          return unsafe umg_verify(
            first, UInt32(chain.count), anchor, UInt32(anchors.count), nil, &bits)
        }
        return unsafe host.withCString { host in
          unsafe umg_verify(
            first, UInt32(chain.count), anchor, UInt32(anchors.count), host, &bits)
        }
      }
    }
    try GnuTLSError.check(status, "gnutls_x509_trust_list_verify_crt2")
    var objections: Objections = []
    func take(_ bit: gnutls_certificate_status_t, _ objection: Objections) {
      guard bits & bit.rawValue != 0 else { return }
      bits &= ~bit.rawValue
      objections.insert(objection)
    }
    take(GNUTLS_CERT_SIGNER_NOT_FOUND, .unknownSigner)
    take(GNUTLS_CERT_UNEXPECTED_OWNER, .otherName)
    // It says no more than that there is another one.
    if !objections.isEmpty { bits &= ~GNUTLS_CERT_INVALID.rawValue }
    if bits != 0 { objections.insert(.other) }
    for certificate in chain + anchors {
      if time.seconds < certificate.notBefore.seconds { objections.insert(.notYetValid) }
      if time.seconds > certificate.notAfter.seconds { objections.insert(.expired) }
    }
    return objections
  }
}
