internal import CGnuTLS

/// What a server can sign with its key, and so which clients it can speak to.
struct KeyKind: Sendable, Hashable {
  /// Whether suites of TLS 1.2 whose names say ECDSA go with it (RFC 8422, 2), rather than RSA.
  let isOfCurve: Bool
  /// The signatures that it makes in TLS 1.2, by their numbers (RFC 8446, 4.2.3).
  let signatures: Set<UInt16>
  /// Those that it makes in TLS 1.3.
  let signaturesOfTLS13: Set<UInt16>

  /// The kind of a key; nil for one that is not known, with which nothing is foreseen.
  init?(_ key: umg_key) {
    switch gnutls_pk_algorithm_t(rawValue: UInt32(bitPattern: key.algorithm)) {
    case GNUTLS_PK_RSA:
      self.init(
        isOfCurve: false, [0x0401, 0x0501, 0x0601, 0x0804, 0x0805, 0x0806],
        [0x0804, 0x0805, 0x0806])
    case GNUTLS_PK_RSA_PSS:
      self.init(isOfCurve: false, [0x0809, 0x080A, 0x080B], [0x0809, 0x080A, 0x080B])
    case GNUTLS_PK_ECDSA:
      let byBits: [UInt32: UInt16] = [256: 0x0403, 384: 0x0503, 521: 0x0603]
      guard let own = byBits[key.bits] else { return nil }
      self.init(isOfCurve: true, [0x0403, 0x0503, 0x0603], [own])
    case GNUTLS_PK_EDDSA_ED25519: self.init(isOfCurve: true, [0x0807], [0x0807])
    case GNUTLS_PK_EDDSA_ED448: self.init(isOfCurve: true, [0x0808], [0x0808])
    default: return nil
    }
  }

  private init(
    isOfCurve: Bool, _ signatures: Set<UInt16>, _ signaturesOfTLS13: Set<UInt16>
  ) {
    self.isOfCurve = isOfCurve
    self.signatures = signatures
    self.signaturesOfTLS13 = signaturesOfTLS13
  }

  /// Whether a client takes what the key signs; one that does not say so is left to GnuTLS.
  func fits(_ hello: ClientHello, version: UInt16) -> Bool {
    let own = version == 0x0304 ? signaturesOfTLS13 : signatures
    return hello.signatures.isEmpty || !own.isDisjoint(with: hello.signatures)
  }
}
