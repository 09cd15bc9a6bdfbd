import GnuTLS
import Platform
import Testing

@Suite("A certificate")
struct CertificateTests {
  private func draft(_ key: PrivateKey, _ subject: String = "CN=a") -> CertificateDraft {
    CertificateDraft(
      subject: subject, key: key,
      role: .server([.host("a.example"), .address([10, 0, 0, 1]), .host("*.b.example")]),
      notBefore: WallTime(seconds: 1_700_000_000, nanoseconds: 0),
      notAfter: WallTime(seconds: 1_700_086_400, nanoseconds: 0))
  }

  @Test func `says what its draft says`() throws {
    let key = try PrivateKey()

    let certificate = try draft(key, "CN=Grüße,O=Ü").signed(by: key)

    #expect(certificate.subject == "CN=Grüße,O=Ü")
    #expect(certificate.issuer == certificate.subject)
    #expect(
      certificate.names == [.host("a.example"), .address([10, 0, 0, 1]), .host("*.b.example")])
    #expect(certificate.notBefore.seconds == 1_700_000_000)
    #expect(certificate.notAfter.seconds == 1_700_086_400)
    #expect(!certificate.isAuthority)
    #expect(certificate.publicKey == (try key.publicKey()))
  }

  @Test func `is refused as text that is none`() {
    #expect(throws: GnuTLSError.self) { try Certificate(pem: Array("x".utf8)) }
    #expect(throws: GnuTLSError.self) { try Certificate(der: []) }
    #expect(throws: GnuTLSError.self) { try PrivateKey(pem: Array("x".utf8)) }
    #expect(throws: GnuTLSError.self) { try PrivateKey(pem: []) }
  }

  @Test func `is not signed for a subject that is no name`() throws {
    let key = try PrivateKey()

    let error = try #require(throws: GnuTLSError.self) {
      try draft(key, "nonsense").signed(by: key)
    }

    #expect(error.call == "gnutls_x509_crt_set_dn")
  }

  @Test func `is objected to where its signature is another's`() throws {
    let (key, other) = (try PrivateKey(), try PrivateKey())
    let root = try CertificateDraft(
      subject: "CN=root", key: key, role: .authority(pathLength: nil),
      notBefore: WallTime(seconds: 1_700_000_000, nanoseconds: 0),
      notAfter: WallTime(seconds: 1_700_086_400, nanoseconds: 0)
    ).signed(by: key)
    let now = WallTime(seconds: 1_700_000_001, nanoseconds: 0)
    let good = try draft(other).signed(by: key, of: root)
    let forged = try draft(other).signed(by: other, of: root)

    #expect(try Objections.to([good], trusting: [root], host: "x.b.example", at: now) == [])
    #expect(try Objections.to([forged], trusting: [root], at: now) == .other)
    #expect(try Objections.to([good], trusting: [good], host: "c.example", at: now) == .otherName)
    #expect(throws: GnuTLSError.self) { try Objections.to([], trusting: [root], at: now) }
    #expect(try Objections.to([good], trusting: [], at: now) == .unknownSigner)
  }

  @Test func `has a key that nothing shows`() throws {
    let key = try PrivateKey()
    let body = String(decoding: try key.pem(), as: UTF8.self).split(separator: "\n")[1]

    var shown = "\(key) \(String(reflecting: key)) \(draft(key))"
    dump(key, to: &shown)

    #expect(!shown.contains(body))
    #expect(try PrivateKey(pem: try key.pem()).publicKey() == key.publicKey())
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `is written in the base64 of RFC 4648, 10`(text: String, right: String) {
    #expect(Base64Text.string(Array(text.utf8)) == right)
    #expect(Base64Text.string([0xFB, 0xFF, 0xFE]) == "+//+")
  }
}
