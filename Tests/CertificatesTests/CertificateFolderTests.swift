import GnuTLS
import Platform
import TestSupport
import Testing

@testable import Certificates

@Suite("A folder of certificates")
struct CertificateFolderTests {
  static let now = WallTime(seconds: 1_800_000_000, nanoseconds: 0)
  let temporary: TemporaryFolder
  let folder: CertificateFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = CertificateFolder("\(temporary.path)/share/understudy")
  }

  private func leaf(_ contents: CertificateFolder.Contents) throws -> Certificate {
    try #require(contents.leaf.certificates.first)
  }

  @Test func `is made once, and for its owner alone`() throws {
    let first = try folder.open(now: Self.now)
    let second = try folder.open(now: Self.now)

    #expect(first.authority.certificate == second.authority.certificate)
    #expect(first.leaf.certificates == second.leaf.certificates)
    #expect(Files.permissions(of: folder.path) == 0o700)
    #expect(Files.permissions(of: folder.authorityKey) == 0o600)
    #expect(Files.permissions(of: folder.leafKey) == 0o600)
    #expect(
      RootedFolder(folder.path).fileNames()
        == ["ca.key", "ca.pem", "leaf.key", "leaf.pem", "lock"])
  }

  @Test(.bug(id: "T01"), arguments: ["localhost", "127.0.0.1", "::1"])
  func `has a leaf that is verified under every name of this machine`(host: String) throws {
    let contents = try folder.open(now: Self.now)
    let chain = contents.leaf.certificates

    #expect(
      try Objections.to(
        chain, trusting: [contents.authority.certificate], host: host, at: Self.now) == [])
    #expect(
      try Objections.to(
        chain, trusting: [contents.authority.certificate], host: "example.com", at: Self.now)
        == .otherName)
  }

  @Test func `has leaves as Apple asks for them`() throws {
    let leaf = try leaf(folder.open(now: Self.now))

    let days = leaf.notBefore.days(until: leaf.notAfter)
    #expect(days <= 398 && days > 360)
    #expect(leaf.notBefore.seconds == Self.now.seconds - 3600)
    let text = try OpenSSL.run("x509", "-in", folder.leafCertificate, "-noout", "-text").text
    for line in [
      "Public-Key: (256 bit)", "NIST CURVE: P-256", "TLS Web Server Authentication",
      "Signature Algorithm: ecdsa-with-SHA256", "CA:FALSE",
      "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
    ] { #expect(text.contains(line), "\(line)") }
  }

  @Test func `has an authority for ten years, and serials that differ`() throws {
    let contents = try folder.open(now: Self.now)
    let authority = contents.authority.certificate

    #expect(authority.isAuthority)
    #expect(authority.notBefore.days(until: authority.notAfter) / 365 == 10)
    #expect(authority.subject == authority.issuer)
    #expect(try leaf(contents).issuer == authority.subject)
    var serials: Set<String> = []
    for _ in 0..<4 {
      _ = try folder.renewLeaf(now: Self.now)
      serials.insert(
        try OpenSSL.run("x509", "-in", folder.leafCertificate, "-noout", "-serial").text)
    }
    #expect(serials.count == 4)
  }

  @Test func `renews a leaf that is near its end, and keeps its key`() throws {
    let first = try leaf(folder.open(now: Self.now))

    let early = try leaf(folder.open(now: Self.now.advanced(days: 366)))
    let late = try leaf(folder.open(now: Self.now.advanced(days: 367)))

    #expect(early == first)
    #expect(late != first)
    #expect(late.publicKey == first.publicKey)
    #expect(late.notAfter.seconds == first.notAfter.seconds + 367 * 86_400)
  }

  @Test func `adds names to those that the leaf has`() throws {
    let one = try #require(CertificateName("one.example"))
    let two = try #require(CertificateName("*.two.example"))

    let first = try leaf(folder.open(names: [one], now: Self.now))
    let second = try leaf(folder.open(names: [two], now: Self.now))
    let third = try leaf(folder.open(names: [one], now: Self.now))

    #expect(first.names == (CertificateName.local + [one]).map(\.subject))
    #expect(Set(second.names) == Set((CertificateName.local + [one, two]).map(\.subject)))
    #expect(third == second)
    #expect(second.publicKey == first.publicKey)
  }

  @Test func `renews the leaf with its names, or with others`() throws {
    let one = try #require(CertificateName("one.example"))
    let two = try #require(CertificateName("two.example"))
    let first = try leaf(folder.open(names: [one], now: Self.now))

    let same = try leaf(folder.renewLeaf(now: Self.now))
    let other = try leaf(folder.renewLeaf(names: [two], now: Self.now))

    #expect(same != first)
    #expect(same.names == first.names)
    #expect(other.names == (CertificateName.local + [two]).map(\.subject))
    #expect(other.publicKey == first.publicKey)
  }

  @Test func `renews the authority with another key, and a leaf with the old one`() throws {
    let first = try folder.open(now: Self.now)

    let second = try folder.renewAuthority(now: Self.now)

    #expect(second.authority.certificate.publicKey != first.authority.certificate.publicKey)
    #expect(try leaf(second).publicKey == leaf(first).publicKey)
    #expect(
      try Objections.to(
        second.leaf.certificates, trusting: [first.authority.certificate], at: Self.now)
        == .unknownSigner)
    #expect(try folder.open(now: Self.now).leaf.certificates == second.leaf.certificates)
  }

  @Test func `never has a leaf that outlives its authority`() throws {
    let first = try folder.open(now: Self.now)
    let late = first.authority.certificate.notAfter.advanced(days: -10)

    let second = try folder.open(now: late)
    let third = try folder.open(now: late)

    #expect(try leaf(second).notAfter == first.authority.certificate.notAfter)
    #expect(third.leaf.certificates == second.leaf.certificates)
  }

  @Test func `mends an authority whose making was interrupted`() throws {
    let first = try folder.open(now: Self.now)
    Files.remove(folder.authorityCertificate)

    let second = try folder.open(now: Self.now)

    // Those that trust the first trust its successor's leaves, too.
    #expect(second.authority.certificate.subject == first.authority.certificate.subject)
    #expect(
      try Objections.to(
        second.leaf.certificates, trusting: [first.authority.certificate], at: Self.now) == [])
  }

  @Test func `is the same for all that make it at once`() throws {
    let folder = folder

    let all = try inParallel(16) { _ in try folder.open(now: Self.now) }

    let first = try #require(all.first)
    for one in all {
      #expect(one.authority.certificate == first.authority.certificate)
      #expect(one.leaf.certificates == first.leaf.certificates)
    }
  }

  @Test func `lies where the user's data lies`() throws {
    func path(_ environment: [String: String]) throws -> String {
      try CertificateFolder.standard { environment[$0] }.path
    }

    #expect(try path(["XDG_DATA_HOME": "/data", "HOME": "/home/u"]) == "/data/understudy")
    #expect(try path(["HOME": "/home/u"]) == "/home/u/.local/share/understudy")
    #expect(try path(["XDG_DATA_HOME": "", "HOME": "/"]) == "/.local/share/understudy")
    #expect(
      try path(["XDG_DATA_HOME": "data", "HOME": "/home/u"]) == "/home/u/.local/share/understudy")
    #expect(throws: CertificateError.noFolder) { try path([:]) }
  }
}
