import GnuTLS
import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("A handshake that comes to no end")
struct HandshakeFailureTests {
  private func server(
    _ handshakes: TestHandshakes, configure: (inout Daemon.Configuration) -> Void = { _ in }
  ) throws -> TestDaemon {
    try TestDaemon(tls: handshakes, configure: configure) { _ in .reply(greeting) }
  }

  @Test(arguments: [
    "NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+ECDHE-RSA",
    "NORMAL:-VERS-ALL:+VERS-TLS1.2:-SIGN-ALL:+SIGN-RSA-SHA256",
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:-SIGN-ALL:+SIGN-RSA-PSS-RSAE-SHA256",
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:-SIGN-ALL:+SIGN-ECDSA-SECP384R1-SHA384",
  ])
  func `is refused where nothing goes with the key of the certificate`(priorities: String) throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes)

    let error = #expect(throws: RawClient.Failure.self) {
      try RawClient(port: server.port, tls: .init(priorities: priorities))
    }

    #expect(error?.description == "alert: Handshake failed")
    #expect(eventually { handshakes.failures == [.noCipher] })
  }

  @Test func `is refused where the client makes keys in no group that is known`() throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes)
    let client = try RawClient(plainTo: server.port)

    try client.send(Self.hello(group: 1))

    #expect(try client.read(7) == [21, 3, 3, 0, 2, 2, 40])
    #expect(eventually { handshakes.failures == [.noCipher] })
  }

  private static let ends: [(bytes: [UInt8], failure: HandshakeFailure)] = [
    // A fatal alert, bad_certificate.
    ([21, 3, 3, 0, 2, 2, 42], .brokenOff),
    // A key that is none, and what belongs to no handshake: found out here.
    ([22, 3, 3, 0, 4, 16, 0, 0, 0], .failedHere), ([23, 3, 3, 0, 1, 0], .failedHere),
  ]

  @Test(arguments: ends)
  func `is the client's where it says so, and else is not`(
    bytes: [UInt8], failure: HandshakeFailure
  ) throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes)
    let client = try RawClient(plainTo: server.port)

    try client.send(Self.hello())
    #expect(try client.read(5).first == 22)
    try client.send(bytes)

    #expect(eventually { handshakes.failures == [failure] }, "\(handshakes.failures)")
  }

  @Test func `is told to have taken too long, not to be broken off`() throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes) { $0.readTimeout = .milliseconds(300) }
    let client = try RawClient(plainTo: server.port)

    try client.send(Self.hello())
    #expect(try client.read(5).first == 22)

    #expect(eventually { handshakes.failures == [.tooLong] }, "\(handshakes.failures)")
  }

  @Test func `ends by the time for silence where requests may take for ever`() throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes) {
      $0.readTimeout = .zero
      $0.idleTimeout = .seconds(1)
    }
    let half = try RawClient(plainTo: server.port)

    try half.send([22, 3, 1, 0, 0xC8, 1, 0])
    #expect(eventually { server.daemon.handshakeCount == 1 })

    #expect(try half.readToEnd().bytes.isEmpty)
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test func `ends sooner where it is one too many, stalled or not`() throws {
    let handshakes = TestHandshakes { _ in .silence }
    let server = try server(handshakes) {
      $0.maxConnections = 1
      $0.readTimeout = .seconds(600)
    }
    let first = try RawClient(plainTo: server.port)
    try first.send(Self.hello())
    #expect(eventually { server.daemon.handshakeCount == 1 })
    let half = try RawClient(plainTo: server.port)
    let stalled = try RawClient(plainTo: server.port)

    try half.send([22, 3, 1, 0, 0xC8, 1, 0])
    try stalled.send(Self.hello())

    #expect(try half.readToEnd(within: .seconds(30)).bytes.isEmpty)
    #expect(try stalled.readToEnd(within: .seconds(30)).bytes.isEmpty)
    #expect(eventually { server.daemon.connectionCount == 1 })
    first.closeWithFIN()
  }

  /// What a client says first that speaks TLS 1.2 alone.
  private static func hello(group: UInt8 = 23) -> [UInt8] {
    let extensions: [UInt8] = [0, 10, 0, 4, 0, 2, 0, group, 0, 13, 0, 4, 0, 2, 4, 3]
    var message: [UInt8] = [3, 3] + [UInt8](repeating: 7, count: 32)
    message += [0, 0, 2, 0xC0, 0x2C, 1, 0, 0, 16] + extensions
    let length = UInt8(message.count)
    return [22, 3, 1, 0, length + 4, 1, 0, 0, length] + message
  }
}
