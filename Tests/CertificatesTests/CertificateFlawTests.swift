import GnuTLS
import Platform
import TestSupport
import Testing

@testable import Certificates

@Suite("A chain with a flaw")
struct CertificateFlawTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var flaw: CertificateFlaw?
    var objections: Objections = []
    /// The errors of `openssl verify`.
    var errors: Set<Int> = []
    var testDescription: String { flaw?.rawValue ?? "none" }
  }

  static let now = CertificateFolderTests.now
  static let examples = [
    Example(flaw: nil),
    Example(flaw: .expired, objections: .expired, errors: [10]),
    Example(flaw: .notYetValid, objections: .notYetValid, errors: [9]),
    Example(flaw: .wrongHost, objections: .otherName, errors: [62]),
    Example(flaw: .selfSigned, objections: .unknownSigner, errors: [18]),
    Example(flaw: .untrustedRoot, objections: .unknownSigner, errors: [19]),
    Example(flaw: .incompleteChain, objections: .unknownSigner, errors: [20]),
    Example(flaw: .otherPin),
  ]

  let temporary: TemporaryFolder
  let store: CertificateStore

  init() throws {
    temporary = try TemporaryFolder()
    store = try CertificateStore(
      folder: CertificateFolder("\(temporary.path)/u"),
      names: [try #require(CertificateName("api.example.com"))], clock: { Self.now })
  }

  private func objections(
    _ chain: CertificateChain, host: String, trusting: [Certificate] = []
  ) throws -> Objections {
    try Objections.to(
      chain.certificates, trusting: [store.authority] + trusting, host: host, at: Self.now)
  }

  @Test func `is there for every flaw`() {
    #expect(Set(Self.examples.compactMap(\.flaw)) == Set(CertificateFlaw.allCases))
  }

  @Test(arguments: examples, ["localhost", "127.0.0.1", "::1", "api.example.com"])
  func `is refused for its own reason alone`(example: Example, host: String) throws {
    let chain = try store.chain(example.flaw)

    #expect(try objections(chain, host: host) == example.objections)
  }

  @Test(arguments: examples)
  func `is refused by OpenSSL for its own reason alone`(_ example: Example) throws {
    let chain = try store.chain(example.flaw)
    try temporary.write("leaf", try #require(chain.certificates.first).pem)
    try temporary.write("sent", chain.certificatePEM)

    let answer = try OpenSSL.run(
      "verify", "-x509_strict", "-no-CApath", "-no-CAstore", "-CAfile",
      store.folder.authorityCertificate, "-untrusted", "\(temporary.path)/sent", "-purpose",
      "sslserver", "-attime", "\(Self.now.seconds)", "-verify_hostname", "localhost",
      "\(temporary.path)/leaf")

    let errors = answer.text.split(separator: "\n").filter { $0.hasPrefix("error ") }
      .compactMap { Int($0.split(separator: " ")[1]) }
    #expect(Set(errors) == example.errors, "\(answer.text)")
    #expect((answer.status == 0) == example.errors.isEmpty)
  }

  @Test(arguments: examples)
  func `has the pin of the sound one, but for the one that has another`(_ example: Example) throws {
    let sound = try #require(try store.chain().certificates.first)
    let leaf = try #require(try store.chain(example.flaw).certificates.first)

    #expect((leaf.publicKey == sound.publicKey) == (example.flaw != .otherPin))
    #expect(try store.chain(example.flaw).key.publicKey() == leaf.publicKey)
    #expect(leaf.notBefore.days(until: leaf.notAfter) <= 398)
  }

  @Test func `is flawless once its flaw is mended`() throws {
    let expired = try store.chain(.expired).certificates
    let early = try store.chain(.notYetValid).certificates
    let wrong = try store.chain(.wrongHost)
    let alone = try store.chain(.selfSigned)
    let strange = try store.chain(.untrustedRoot)

    #expect(
      try Objections.to(
        expired, trusting: [store.authority], host: "localhost", at: Self.now.advanced(days: -2))
        == [])
    #expect(
      try Objections.to(
        early, trusting: [store.authority], host: "localhost", at: Self.now.advanced(days: 31))
        == [])
    #expect(try objections(wrong, host: "wrong-host.invalid") == [])
    #expect(try objections(alone, host: "localhost", trusting: alone.certificates) == [])
    #expect(
      try objections(
        strange, host: "localhost", trusting: [try #require(strange.certificates.last)]) == [])
  }

  @Test func `lacks an authority, and is complete with it`() throws {
    let contents = try store.folder.open(now: Self.now)
    let workshop = Workshop(
      authority: contents.authority, key: contents.leaf.key, otherKey: contents.leaf.key,
      now: Self.now)

    let (leaf, missing) = try workshop.incomplete(CertificateName.local)

    let chain = CertificateChain(certificates: [leaf, missing], key: contents.leaf.key)
    #expect(try objections(chain, host: "localhost") == [])
  }
}
