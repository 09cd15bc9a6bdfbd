import GnuTLS
import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("A handshake")
struct HandshakeTests {
  private func server(
    _ handshakes: TestHandshakes = TestHandshakes(),
    configure: (inout Daemon.Configuration) -> Void = { _ in }
  ) throws -> TestDaemon {
    try TestDaemon(tls: handshakes, configure: configure) { exchange in
      .reply(
        Reply(
          status: 200, fields: [],
          body: Array("\(exchange.tls?.version ?? "none") \(exchange.tls?.cipher ?? "")".utf8)))
    }
  }

  @Test(arguments: [
    ("NORMAL:-VERS-ALL:+VERS-TLS1.3", "TLS1.3 TLS_AES_256_GCM_SHA384"),
    ("NORMAL:-VERS-ALL:+VERS-TLS1.2", "TLS1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
    (
      "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+CHACHA20-POLY1305",
      "TLS1.2 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
    ),
    ("NORMAL:-GROUP-ALL:+GROUP-SECP384R1:+GROUP-SECP256R1", "TLS1.3 TLS_AES_256_GCM_SHA384"),
  ])
  func `agrees on what both speak`(priorities: String, agreed: String) throws {
    let server = try server()
    let client = try RawClient(
      port: server.port, tls: .init(priorities: priorities, protocols: ["http/1.1"]))

    #expect(try client.get("/").text == agreed)
    #expect(try client.get("/").status == 200)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var priorities = "NORMAL"
    var protocols: [String] = []
    var versions = TLSVersions.both
    var failure: HandshakeFailure
    var alert: String
    var testDescription: String { "\(failure) \(versions) \(priorities)" }
  }

  @Test(arguments: [
    Refused(
      protocols: ["h2"], failure: .noProtocol,
      alert: "No supported application protocol could be negotiated"),
    Refused(
      priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.1", failure: .noVersion,
      alert: "Error in protocol version"),
    Refused(
      priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.2", versions: .only13, failure: .noVersion,
      alert: "Error in protocol version"),
    Refused(
      priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.3", versions: .only12, failure: .noVersion,
      alert: "Error in protocol version"),
    Refused(
      priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+RSA", failure: .noCipher,
      alert: "Handshake failed"),
    Refused(
      priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-CBC", failure: .noCipher,
      alert: "Handshake failed"),
  ])
  func `is refused with the alert that says why`(_ example: Refused) throws {
    let handshakes = TestHandshakes(example.versions)
    let server = try server(handshakes)

    let error = #expect(throws: RawClient.Failure.self) {
      try RawClient(
        port: server.port,
        tls: .init(priorities: example.priorities, protocols: example.protocols))
    }

    #expect(error?.description == "alert: \(example.alert)")
    #expect(eventually { handshakes.failures == [example.failure] })
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test(arguments: ["NORMAL:-VERS-ALL:+VERS-TLS1.3", "NORMAL:-VERS-ALL:+VERS-TLS1.2"])
  func `asks for a certificate, and says when there is none`(priorities: String) throws {
    let handshakes = TestHandshakes(clients: .any)
    let server = try server(handshakes)

    let error = #expect(throws: RawClient.Failure.self) {
      _ = try RawClient(port: server.port, tls: .init(priorities: priorities)).get("/")
    }
    let client = try RawClient(
      port: server.port, tls: .init(priorities: priorities, certificate: .till))

    let alert =
      priorities.hasSuffix("1.3") ? "Certificate is required" : "Handshake failed"
    #expect(error?.description == "alert: \(alert)")
    #expect(eventually { handshakes.failures == [.noClientCertificate] })
    #expect(try client.get("/").status == 200)
  }

  @Test func `takes certificates that somebody known has signed alone`() throws {
    let files = try TestCertificate.till.read()
    let trust = try #require(ClientTrust(authoritiesPEM: files.certificatePEM))
    let handshakes = TestHandshakes(clients: trust)
    let server = try server(handshakes)

    let error = #expect(throws: RawClient.Failure.self) {
      _ = try RawClient(port: server.port, tls: .init(certificate: .example)).get("/")
    }
    let client = try RawClient(port: server.port, tls: .init(certificate: .till))

    #expect(error?.description == "alert: CA is unknown")
    #expect(eventually { handshakes.failures == [.foreignClientCertificate] })
    #expect(try client.get("/").status == 200)
  }

  @Test func `that goes half its way waits without a worker, and ends in time`() throws {
    let server = try server { $0.readTimeout = .milliseconds(300) }
    let half = try RawClient(plainTo: server.port)
    let silent = try RawClient(plainTo: server.port)

    try half.send([0x16, 3, 1, 0, 0xC8, 1, 0])
    #expect(eventually { server.daemon.handshakeCount == 1 })
    #expect(try RawClient(port: server.port).get("/").status == 200)

    #expect(try half.readToEnd().bytes.isEmpty)
    #expect(try silent.readToEnd().bytes.isEmpty)
    #expect(eventually { server.daemon.handshakeCount == 0 })
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test func `that is not answered waits until its client hangs up`() throws {
    let server = try server(TestHandshakes { _ in .silence }) {
      $0.readTimeout = .milliseconds(50)
    }
    let waiting = try RawClient(plainTo: server.port)

    try waiting.send(Self.hello)
    #expect(eventually { server.daemon.handshakeCount == 1 })
    // Longer than a request may take: nothing is told, and nothing is closed.
    #expect(throws: RawClient.Failure.self) { try waiting.read(1, within: .milliseconds(300)) }
    #expect(server.daemon.handshakeCount == 1)
    waiting.closeWithFIN()

    #expect(eventually { server.daemon.handshakeCount == 0 })
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test func `that waits is reset when the daemon stops`() throws {
    let server = try server(TestHandshakes { _ in .silence })
    let waiting = try RawClient(plainTo: server.port)
    try waiting.send(Self.hello)
    #expect(eventually { server.daemon.handshakeCount == 1 })

    server.daemon.stop(grace: .zero)

    #expect(try waiting.readToEnd().ended == .reset)
  }

  @Test func `is reset by the one who decides`() throws {
    let server = try server(TestHandshakes { _ in .reset })
    let client = try RawClient(plainTo: server.port)

    try client.send(Self.hello)

    let (bytes, ended) = try client.readToEnd()
    #expect(bytes.isEmpty)
    #expect(ended == .reset)
  }

  @Test func `is chosen by the name that the client wants`() throws {
    let server = try server(
      TestHandshakes { hello in
        hello.serverName == Array("a.test".utf8)
          ? .identity(TestHandshakes.identity, .both, clients: nil) : .unknownName
      })

    #expect(
      try RawClient(port: server.port, tls: .init(serverName: "A.test")).get("/").status == 200)
    let error = #expect(throws: RawClient.Failure.self) {
      try RawClient(port: server.port, tls: .init(serverName: "b.test"))
    }
    #expect(
      error?.description == "alert: The server name sent was not recognized")
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "get", "\u{1}", "\u{16}\u{3}",
    "\u{16}nonsense that is no record",
    "\u{80}abc",
  ])
  func `is not what every client says`(text: String) throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes)
    let client = try RawClient(plainTo: server.port)
    let other = try RawClient(port: server.port)

    try client.send(text)
    if text.hasPrefix("G") {
      let reply = try client.readReply()
      #expect(reply.status == 400)
      #expect(reply.value(of: "X-Refusal") == "plainText")
      #expect(try client.readToEnd().ended == .fin)
      #expect(eventually { handshakes.failures == [.plainText] })
    } else {
      client.closeWithFIN()
    }

    #expect(try other.get("/").status == 200)
    other.closeWithFIN()
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test func `that is broken off is told`() throws {
    let handshakes = TestHandshakes()
    let server = try server(handshakes)
    let client = try RawClient(plainTo: server.port)

    try client.send(Self.hello)
    #expect(try client.read(5).first == 0x16)
    client.closeWithFIN()

    #expect(eventually { handshakes.failures == [.brokenOff] })
  }

  @Test func `comes a hundred times at once`() async throws {
    let server = try server()
    let port = server.port

    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var count = 0
          for _ in 0..<12 {
            let client = try RawClient(port: port)
            count += try client.get("/").status == 200 ? 1 : 0
          }
          return count
        }
      }
      let count = try await group.reduce(0, +)
      #expect(count == 96)
    }

    #expect(server.daemon.handshakeCount == 0)
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  /// What a client says first that speaks TLS 1.2 alone.
  private static let hello: [UInt8] = {
    let groups: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23]
    let signatures: [UInt8] = [0, 13, 0, 4, 0, 2, 4, 3]
    let message: [UInt8] =
      [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0xC0, 0x2C] + [1, 0] + [0, 16]
      + groups + signatures
    let length = UInt8(message.count)
    return [0x16, 3, 1, 0, length + 4, 1, 0, 0, length] + message
  }()
}
