import Foundation
import GnuTLS
import Platform
import TestSupport
import Testing

@testable import Certificates

@Suite("The pins and forms of a certificate")
struct PinsTests {
  let temporary: TemporaryFolder
  let folder: CertificateFolder
  let authority: Certificate
  let path: String

  init() throws {
    temporary = try TemporaryFolder()
    folder = CertificateFolder("\(temporary.path)/u")
    authority = try folder.open(now: .now).authority.certificate
    path = folder.authorityCertificate
  }

  @Test func `are those that OpenSSL counts`() throws {
    let pins = Pins(of: authority)

    let print = try OpenSSL.run("x509", "-in", path, "-noout", "-fingerprint", "-sha256").text
    #expect(print.trimmingCharacters(in: .newlines) == "sha256 Fingerprint=\(pins.fingerprint)")
    let der = "\(temporary.path)/key.der"
    let pem = "\(temporary.path)/key.pem"
    #expect(try OpenSSL.run("x509", "-in", path, "-noout", "-pubkey", "-out", pem).status == 0)
    #expect(
      try OpenSSL.run("pkey", "-pubin", "-in", pem, "-outform", "der", "-out", der).status == 0)
    let digest = SHA256.digest(of: try #require(try Files.read(der)))
    #expect(pins.publicKeyDigest == Data(digest).base64EncodedString())
    #expect(pins.publicKeyPin == "sha256/\(Data(digest).base64EncodedString())")
    #expect(
      pins.certificatePin
        == "sha256/\(Data(SHA256.digest(of: authority.der)).base64EncodedString())")
  }

  @Test func `are read as they are written`() throws {
    #expect(try Certificate(pem: authority.pem) == authority)
    #expect(try Certificate(der: authority.der) == authority)
    #expect(try Files.read(path) == authority.pem)
    #expect(
      try OpenSSL.run("x509", "-in", path).text == String(decoding: authority.pem, as: UTF8.self))
  }

  @Test func `make a profile for devices that is the same each time`() throws {
    let bytes = ConfigurationProfile.bytes(for: authority)

    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let profile = try #require(list as? [String: Any])
    let content = try #require((profile["PayloadContent"] as? [[String: Any]])?.first)
    #expect(profile["PayloadType"] as? String == "Configuration")
    #expect(content["PayloadType"] as? String == "com.apple.security.root")
    #expect(content["PayloadContent"] as? Data == Data(authority.der))
    #expect(profile["PayloadDisplayName"] as? String == authority.commonName)
    let identifiers = [profile, content].compactMap { $0["PayloadUUID"] as? String }
    #expect(Set(identifiers.compactMap(UUID.init(uuidString:))).count == 2)
    #expect(ConfigurationProfile.bytes(for: authority) == bytes)
    let other = try folder.renewAuthority(now: .now).authority.certificate
    #expect(ConfigurationProfile.bytes(for: other) != bytes)
  }
}
