import GnuTLS
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("An identity")
struct IdentityTests {
  @Test func `is a certificate with its key`() throws {
    let files = try TestCertificate.localhost.read()

    _ = try Identity(certificatePEM: files.certificatePEM, keyPEM: files.keyPEM)
  }

  @Test func `is none without a certificate, or a key`() throws {
    let files = try TestCertificate.localhost.read()

    for pem in [[], Array("-----BEGIN CERTIFICATE-----\nAAAA\n".utf8), files.keyPEM] {
      #expect(throws: IdentityError(reason: .noCertificate)) {
        try Identity(certificatePEM: pem, keyPEM: files.keyPEM)
      }
    }
    for pem in [[], Array("key".utf8), files.certificatePEM] {
      #expect(throws: IdentityError(reason: .noKey)) {
        try Identity(certificatePEM: files.certificatePEM, keyPEM: pem)
      }
    }
  }

  @Test func `is none with the key of another`() throws {
    let (own, other) = try (TestCertificate.localhost.read(), TestCertificate.example.read())

    #expect(throws: IdentityError(place: 1, reason: .keyOfAnother)) {
      try Identity([
        Identity.Pair(certificatePEM: other.certificatePEM, keyPEM: other.keyPEM),
        Identity.Pair(certificatePEM: own.certificatePEM, keyPEM: other.keyPEM),
      ])
    }
  }

  @Test(arguments: ["pkey -aes256", "ec -aes256"])
  func `is none with a key that needs a passphrase`(form: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/key.pem"
    let command =
      "openssl \(form) -passout pass:secret -in '\(TestCertificate.localhost.key)' -out '\(path)'"
    try #require(system("\(command) 2>/dev/null") == 0)
    let key = try #require(try Files.read(path))

    #expect(throws: IdentityError(reason: .encryptedKey)) {
      try Identity(
        certificatePEM: TestCertificate.localhost.read().certificatePEM, keyPEM: key)
    }
  }
}
