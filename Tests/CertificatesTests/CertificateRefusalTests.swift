import GnuTLS
import Platform
import TestSupport
import Testing

@testable import Certificates

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A folder of certificates that is not sound")
struct CertificateRefusalTests {
  enum Damage: String, CaseIterable, Sendable {
    case cutKey, foreignKey, missingKey, exposedKey, cutCertificate, leafAsAuthority, cutLeafKey,
      cutLeaf, foreignLeaf,
      folderAsFile, openFolder, authorityEnded, clockBehind
  }

  static let now = CertificateFolderTests.now
  static let anew =
    "'understudy cert renew --ca' makes all anew; what trusts the old one must be told"

  static func right(_ damage: Damage, _ path: String) -> (message: String, hint: String) {
    switch damage {
    case .cutKey:
      ("'\(path)/ca.key' is no private key.", "put the right file back, or \(anew)")
    case .foreignKey:
      (
        "'\(path)/ca.key' is not the key of the certificate '\(path)/ca.pem'.",
        "put the right file back, or \(anew)"
      )
    case .missingKey:
      (
        "The certificate '\(path)/ca.pem' is there, its key '\(path)/ca.key' is not.",
        "put the right file back, or \(anew)"
      )
    case .exposedKey:
      (
        "The key '\(path)/ca.key' can be read by others.",
        "run 'chmod 600 \(path)/ca.key', or make all anew if others may have it"
      )
    case .cutCertificate:
      ("'\(path)/ca.pem' is no certificate.", "put the right file back, or \(anew)")
    case .leafAsAuthority:
      (
        "The certificate '\(path)/ca.pem' is no authority: it may not sign others.",
        "put the right file back, or \(anew)"
      )
    case .cutLeafKey:
      (
        "'\(path)/leaf.key' is no private key.",
        "remove it: the daemon makes another, with other pins"
      )
    case .cutLeaf:
      (
        "'\(path)/leaf.pem' is no certificate.",
        "remove it: the daemon makes another, with the same key"
      )
    case .foreignLeaf:
      (
        "The certificate '\(path)/leaf.pem' is none that this program has made.",
        "move it and its key away: --tls-cert and --tls-key take certificates of your own"
      )
    case .folderAsFile:
      (
        "'\(path)' cannot be written: Not a directory.",
        "set XDG_DATA_HOME to a folder that can be written"
      )
    case .openFolder:
      (
        "Others may write into the folder '\(path)', and put certificates of their own there.",
        "run 'chmod 700 \(path)', and look whether all in it is yours"
      )
    case .authorityEnded:
      (
        "The certificate authority '\(path)/ca.pem' was valid until 2037-01-14T08:00:00.000Z.",
        anew
      )
    case .clockBehind:
      (
        "The certificate authority '\(path)/ca.pem' is valid from 2027-01-08T08:00:00.000Z on.",
        "set the clock right, or \(anew)"
      )
    }
  }

  @Test(arguments: Damage.allCases)
  func `is refused with what to do`(_ damage: Damage) throws {
    let temporary = try TemporaryFolder()
    let folder = CertificateFolder("\(temporary.path)/u")
    var now = Self.now
    if damage == .folderAsFile {
      try temporary.write("u", "x")
    } else {
      _ = try folder.open(now: now)
    }
    func cut(_ path: String) throws {
      let bytes = try #require(try Files.read(path))
      try Files.writeAtomically(Array(bytes.prefix(100)), to: path)
    }
    switch damage {
    case .cutKey: try cut(folder.authorityKey)
    case .foreignKey:
      try Files.writeAtomically(try PrivateKey().pem(), to: folder.authorityKey)
    case .missingKey: Files.remove(folder.authorityKey)
    case .exposedKey:
      let key = try #require(try Files.read(folder.authorityKey))
      Files.remove(folder.authorityKey)
      try Files.writeAtomically(key, to: folder.authorityKey, mode: 0o640)
    case .cutCertificate: try cut(folder.authorityCertificate)
    case .leafAsAuthority:
      let leaf = try #require(try Files.read(folder.leafCertificate))
      try Files.writeAtomically(leaf, to: folder.authorityCertificate)
    case .cutLeafKey: try cut(folder.leafKey)
    case .cutLeaf: try cut(folder.leafCertificate)
    case .foreignLeaf:
      let other = try CertificateAuthority.make(title: "Mine", key: PrivateKey(), now: now)
      try Files.writeAtomically(other.certificate.pem, to: folder.leafCertificate)
    case .folderAsFile: break
    case .openFolder: chmod(folder.path, 0o770)
    case .authorityEnded: now = now.advanced(days: 3653)
    case .clockBehind: now = now.advanced(days: -8)
    }

    let error = try #require(throws: CertificateError.self) { try folder.open(now: now) }

    let right = Self.right(damage, folder.path)
    #expect(error.message == right.message)
    #expect(error.hint(program: "understudy") == right.hint)
    if damage == .openFolder { chmod(folder.path, 0o700) }
    if damage != .folderAsFile, damage != .cutLeafKey {
      // What the hint says helps.
      let contents = try folder.renewAuthority(now: now)
      #expect(try folder.open(now: now).leaf.certificates == contents.leaf.certificates)
    }
  }

  @Test func `tells nothing of a key`() throws {
    let temporary = try TemporaryFolder()
    let folder = CertificateFolder("\(temporary.path)/u")
    let contents = try folder.open(now: Self.now)
    let lines = try [folder.authorityKey, folder.leafKey].flatMap { path in
      String(decoding: try #require(try Files.read(path)), as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("-----") }
    }
    #expect(lines.count >= 4)

    var told = "\(contents)"
    dump(contents, to: &told)
    dump(try CertificateStore(folder: folder, clock: { Self.now }), to: &told)

    for line in lines { #expect(!told.contains(line)) }
    #expect(!told.contains("PRIVATE"))
  }
}
