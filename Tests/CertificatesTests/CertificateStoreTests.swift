import GnuTLS
import Platform
import TestSupport
import Testing

@testable import Certificates

@Suite("The certificates of a daemon")
struct CertificateStoreTests {
  let temporary: TemporaryFolder
  let folder: CertificateFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = CertificateFolder("\(temporary.path)/u")
  }

  /// A clock that is moved by hand.
  private final class Clock: Sendable {
    private let time = Lock(CertificateFolderTests.now)
    var now: WallTime { time.withLock { $0 } }
    func advance(days: Int) { time.withLock { $0 = $0.advanced(days: days) } }
  }

  @Test(arguments: CertificateFlaw.allCases)
  func `are made once, and the same for all that ask at once`(flaw: CertificateFlaw) throws {
    let store = try CertificateStore(folder: folder)

    let all = try inParallel(8) { _ in try store.chain(flaw).certificates }

    #expect(Set(all).count == 1)
    #expect(RootedFolder(folder.path).fileNames().count == 5)
  }

  @Test(arguments: CertificateFlaw.allCases)
  func `go on failing however long the daemon serves`(flaw: CertificateFlaw) throws {
    let clock = Clock()
    let store = try CertificateStore(folder: folder, clock: { clock.now })
    func objections() throws -> Objections {
      try Objections.to(
        store.chain(flaw).certificates, trusting: [store.authority], host: "localhost",
        at: clock.now)
    }
    let first = try objections()

    for _ in 0..<5 {
      clock.advance(days: 100)
      #expect(try objections() == first)
    }
  }

  @Test func `are good however long the daemon serves`() throws {
    let clock = Clock()
    let store = try CertificateStore(folder: folder, clock: { clock.now })
    let first = try store.chain().certificates

    for _ in 0..<5 {
      clock.advance(days: 100)
      let chain = try store.chain().certificates
      #expect(
        try Objections.to(
          chain, trusting: [store.authority], host: "localhost", at: clock.now) == [])
      #expect(chain.map(\.publicKey) == first.map(\.publicKey))
    }
  }

  @Test func `are served on where their folder is lost, until they end`() throws {
    let clock = Clock()
    let store = try CertificateStore(folder: folder, clock: { clock.now })
    let first = try store.chain().certificates
    try temporary.write("u/ca.pem", "x")

    clock.advance(days: 300)
    #expect(try store.chain().certificates == first)
    clock.advance(days: 100)
    #expect(throws: CertificateError.notACertificate(path: folder.authorityCertificate)) {
      try store.chain()
    }
  }

  @Test func `are made for other names too, with the same key, outside of the folder`() throws {
    let store = try CertificateStore(folder: folder)
    let name = try #require(CertificateName("7f3a.localhost"))

    let chain = try store.chain(with: name)

    #expect(
      chain.certificates.first?.names == (CertificateName.local + [name]).map(\.subject))
    #expect(
      chain.certificates.map(\.publicKey) == (try store.chain().certificates.map(\.publicKey)))
    #expect(try folder.open(now: .now).leaf.certificates == store.chain().certificates)
    #expect(
      try store.chain(with: CertificateName.local[0]).certificates == store.chain().certificates)
  }

  @Test func `have another pin that stays`() throws {
    let store = try CertificateStore(folder: folder)
    let name = try #require(CertificateName("api.example.com"))

    let one = try store.chain(.otherPin)
    let two = try store.chain(.otherPin, with: name)

    #expect(one.certificates.map(\.publicKey) == two.certificates.map(\.publicKey))
  }
}
