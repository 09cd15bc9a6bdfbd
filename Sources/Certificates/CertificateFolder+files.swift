import GnuTLS
import Platform

extension CertificateFolder {
  /// Finds out whether it is its owner's alone to write into; one that is not there yet will be.
  func checkOwner() throws(CertificateError) {
    guard let mode = Files.permissions(of: path), mode & 0o022 != 0 else { return }
    throw .openFolder(path: path)
  }

  /// Everything, where it is there, sound, and good for the names for a while; else nil.
  func read(
    _ names: [CertificateName], _ now: WallTime
  ) throws(CertificateError) -> Contents? {
    try checkOwner()
    guard let authority = try readAuthority(now), let key = try readKey(leafKey),
      let leaf = try readLeaf(key, authority, now),
      Set(names.map(\.subject)).isSubset(of: leaf.names)
    else { return nil }
    return Contents(
      authority: authority, leaf: CertificateChain(certificates: [leaf], key: key))
  }

  /// The authority; nil where there is none yet.
  ///
  /// Where only its key is there, whoever was making it was interrupted, or its certificate was
  /// removed: it gets another one, which those that trust the old one trust too.
  func readAuthority(_ now: WallTime) throws(CertificateError) -> CertificateAuthority? {
    let certificate = try readCertificate(authorityCertificate)
    guard let key = try readKey(authorityKey) else {
      if certificate == nil { return nil }
      throw .missingKey(path: authorityKey, certificate: authorityCertificate)
    }
    guard let certificate else { return nil }
    guard certificate.isAuthority else { throw .notAnAuthority(path: authorityCertificate) }
    guard try Self.publicKey(of: key) == certificate.publicKey else {
      throw .otherKey(path: authorityKey, certificate: authorityCertificate)
    }
    if now.seconds > certificate.notAfter.seconds {
      throw .expired(path: authorityCertificate, certificate.notAfter)
    }
    if now.seconds < certificate.notBefore.seconds {
      throw .notYetValid(path: authorityCertificate, certificate.notBefore)
    }
    return CertificateAuthority(certificate: certificate, key: key)
  }

  /// The authority that is there, or else a new one.
  func authority(_ now: WallTime) throws(CertificateError) -> CertificateAuthority {
    if let authority = try readAuthority(now) { return authority }
    return try makeAuthority(now, keepsKey: true)
  }

  /// Makes the authority, with the key that is there where `keepsKey` says so.
  func makeAuthority(
    _ now: WallTime, keepsKey: Bool
  ) throws(CertificateError) -> CertificateAuthority {
    let old = keepsKey ? try readKey(authorityKey) : nil
    let key = if let old { old } else { try Self.makeKey() }
    let authority = try CertificateAuthority.make(title: Self.title, key: key, now: now)
    // A key without a certificate is mended, a certificate without a key cannot be.
    if old == nil {
      Files.remove(authorityCertificate)
      try writeKey(key, to: authorityKey)
    }
    try write(authority.certificate.pem, to: authorityCertificate, mode: 0o644)
    return authority
  }

  /// Makes the leaf, with the key that is there.
  func makeLeaf(
    _ names: [CertificateName], _ authority: CertificateAuthority, _ now: WallTime,
    keepsNames: Bool
  ) throws(CertificateError) -> Contents {
    var names = names
    // What is no certificate has no names; the new one takes its place.
    if keepsNames, let old = try? readCertificate(leafCertificate) {
      names += old.names.map(CertificateName.init(subject:))
    }
    var seen: Set<CertificateName> = []
    names = names.filter { seen.insert($0).inserted }
    let old = try readKey(leafKey)
    let key = if let old { old } else { try Self.makeKey() }
    let leaf = try authority.leaf(names, key: key, now: now)
    if old == nil { try writeKey(key, to: leafKey) }
    try write(leaf.pem, to: leafCertificate, mode: 0o644)
    return Contents(
      authority: authority, leaf: CertificateChain(certificates: [leaf], key: key))
  }

  /// The leaf, where it will be good for a while: of this key, signed by this authority.
  private func readLeaf(
    _ key: PrivateKey, _ authority: CertificateAuthority, _ now: WallTime
  ) throws(CertificateError) -> Certificate? {
    guard let leaf = try readCertificate(leafCertificate) else { return nil }
    // Somebody's own would be lost.
    guard leaf.subject == CertificateAuthority.leafSubject else {
      throw .foreignLeaf(path: leafCertificate)
    }
    let objections = try CertificateError.inLibrary { () throws(GnuTLSError) in
      try Objections.to([leaf], trusting: [authority.certificate], at: now)
    }
    // A leaf that ends with its authority cannot be had for longer.
    let end = min(now.advanced(days: Self.renewalDays), authority.certificate.notAfter)
    let isOfKey = try Self.publicKey(of: key) == leaf.publicKey
    return objections.isEmpty && isOfKey && leaf.notAfter.seconds >= end.seconds ? leaf : nil
  }

  private func readCertificate(_ path: String) throws(CertificateError) -> Certificate? {
    guard let bytes = try read(path) else { return nil }
    do throws(GnuTLSError) {
      return try Certificate(pem: bytes)
    } catch {
      throw .notACertificate(path: path)
    }
  }

  private func readKey(_ path: String) throws(CertificateError) -> PrivateKey? {
    guard let bytes = try read(path) else { return nil }
    guard let mode = Files.permissions(of: path), mode & 0o077 == 0 else {
      throw .exposedKey(path: path)
    }
    do throws(GnuTLSError) {
      return try PrivateKey(pem: bytes)
    } catch {
      throw .notAKey(path: path)
    }
  }

  private func read(_ path: String) throws(CertificateError) -> [UInt8]? {
    do throws(SystemError) {
      return try Files.read(path)
    } catch {
      throw .notReadable(path: path, error)
    }
  }

  private func writeKey(_ key: PrivateKey, to path: String) throws(CertificateError) {
    // A file that is replaced would hand its permissions on.
    Files.remove(path)
    let pem = try CertificateError.inLibrary { () throws(GnuTLSError) in try key.pem() }
    try write(pem, to: path, mode: 0o600)
  }

  private func write(
    _ bytes: [UInt8], to path: String, mode: UInt16
  ) throws(CertificateError) {
    do throws(SystemError) {
      try Files.writeAtomically(bytes, to: path, mode: mode, isDurable: true)
    } catch {
      throw .notWritable(path: path, error)
    }
  }

  private static func makeKey() throws(CertificateError) -> PrivateKey {
    try CertificateError.inLibrary { () throws(GnuTLSError) in try PrivateKey() }
  }

  private static func publicKey(of key: PrivateKey) throws(CertificateError) -> [UInt8] {
    try CertificateError.inLibrary { () throws(GnuTLSError) in try key.publicKey() }
  }
}
