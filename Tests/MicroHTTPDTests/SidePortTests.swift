import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A further port")
struct SidePortTests {
  /// Answers with the port that a request came by.
  private static func echo() throws -> TestDaemon {
    try TestDaemon { exchange in
      let name = exchange.sidePort.map { "\($0.port)" } ?? "own"
      return .reply(Reply(status: 200, fields: [], body: Array(name.utf8)))
    }
  }

  /// What happens to a client that asks a port.
  private static func outcome(_ port: Int, host: String = "127.0.0.1") -> String {
    do {
      return try RawClient(port: port, host: host).get("/").text
    } catch {
      let text = "\(error)"
      return text.contains("Connection refused") ? "refused" : text
    }
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `is told with each exchange that comes by it`(host: String) throws {
    let server = try Self.echo()
    let ports = try (0..<2).map { _ in try server.daemon.openPort(Address.loopback(port: 0)) }

    for number in ports.map(\.port) {
      let client = try RawClient(port: number, host: host)
      #expect(try client.get("/").text == "\(number)")
      #expect(try client.get("/again").text == "\(number)")
    }

    #expect(Self.outcome(server.port, host: host) == "own")
    #expect(Set(ports.map(\.port) + [server.port]).count == 3)
    let exchanges = server.handler.waitForExchanges(5)
    #expect(exchanges.prefix(4).map { $0.sidePort === ports[0] } == [true, true, false, false])
  }

  @Test func `has the addresses that it was given`() throws {
    let server = try Self.echo()
    let port = try server.daemon.openPort([
      Address(host: "127.0.0.1", port: 0), Address(host: "203.0.113.1", port: 0, isOptional: true),
    ])

    #expect(port.addresses == [Address(host: "127.0.0.1", port: port.port)])
    #expect(port.missingAddresses.map(\.host) == ["203.0.113.1"])
  }

  @Test func `is refused where another has it`() throws {
    let server = try Self.echo()
    let port = try server.daemon.openPort(Address.loopback(port: 0))

    #expect(throws: DaemonError.addressInUse(Address(host: "127.0.0.1", port: port.port))) {
      try server.daemon.openPort(Address.loopback(port: port.port))
    }
    #expect(Self.outcome(port.port) == "\(port.port)")
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `refuses, and accepts again at once`(host: String) throws {
    let server = try Self.echo()
    let port = try server.daemon.openPort(Address.loopback(port: 0))

    for _ in 0..<50 {
      port.refuse()
      #expect(Self.outcome(port.port, host: host) == "refused")
      #expect(port.accept())
      #expect(Self.outcome(port.port, host: host) == "\(port.port)")
    }
    #expect(Self.outcome(server.port, host: host) == "own")
  }

  @Test(arguments: [0, nil] as [Int?])
  func `stays ours while it refuses, and is free when it is closed`(chosen: Int?) throws {
    let server = try Self.echo()
    let number =
      try chosen
      ?? {
        let port = try server.daemon.openPort(Address.loopback(port: 0))
        port.close()
        return port.port
      }()
    let port = try server.daemon.openPort(Address.loopback(port: number))
    // Connections that have ended belong to the port for a while; they allow others beside them.
    for _ in 0..<5 { _ = try RawClient(port: port.port).get("/", headers: ["Connection: close"]) }
    let handler = RecordingHandler { _ in .reply(greeting) }

    port.refuse()
    for host in ["127.0.0.1", "::1", "0.0.0.0"] {
      let address = Address(host: host, port: port.port)
      #expect(throws: DaemonError.addressInUse(address)) {
        try Daemon(Daemon.Configuration(addresses: [address]), handler: handler)
      }
    }
    #expect(port.accept())
    #expect(Self.outcome(port.port) == "\(port.port)")
    port.close()

    let configuration = Daemon.Configuration(addresses: Address.loopback(port: port.port))
    let other = try Daemon(configuration, handler: handler)
    #expect(Self.outcome(port.port) == "hello")
    other.stop(grace: .zero)
  }

  @Test func `is closed for good`() throws {
    let server = try Self.echo()
    let port = try server.daemon.openPort(Address.loopback(port: 0))
    let client = try RawClient(port: port.port)
    _ = try client.get("/")

    port.close()
    port.close()
    port.refuse()

    #expect(try client.readToEnd().ended == .reset)
    #expect(!port.accept())
    #expect(Self.outcome(port.port) == "refused")
    #expect(eventually { openSocketCount(onPort: port.port) == 0 })
  }

  @Test func `stays open though nobody keeps it`() throws {
    let server = try Self.echo()
    let number = try server.daemon.openPort(Address.loopback(port: 0)).port

    #expect(Self.outcome(number) == "\(number)")
  }

  @Test func `ends with its daemon, and takes every call afterwards`() throws {
    let server = try Self.echo()
    let ports = try (0..<3).map { _ in try server.daemon.openPort(Address.loopback(port: 0)) }
    ports[1].refuse()
    ports[2].close()
    let client = try RawClient(port: ports[0].port)
    _ = try client.get("/")

    server.daemon.stop(grace: .zero)

    for port in ports {
      #expect(Self.outcome(port.port) == "refused")
      port.refuse()
      #expect(!port.accept())
      port.close()
      #expect(Self.outcome(port.port) == "refused")
    }
    let stopped = DaemonError.system(call: "listen", reason: "the daemon has stopped")
    #expect(throws: stopped) { try server.daemon.openPort(Address.loopback(port: 0)) }
    _ = try client.readToEnd()
  }

  @Test func `lets an answer under way finish when its daemon stops`() throws {
    let size = 20_000_000
    let large = Reply(status: 200, fields: [], body: [UInt8](repeating: 120, count: size))
    let server = try TestDaemon { _ in .reply(large) }
    let port = try server.daemon.openPort(Address.loopback(port: 0))
    let client = try RawClient(port: port.port)
    try client.request("GET", "/")
    _ = server.handler.waitForExchanges(1)

    let stopper = try WorkerThread { [daemon = server.daemon] in daemon.stop(grace: .seconds(10)) }
    let reply = try client.readReply()
    stopper.join()

    #expect(reply.body.count == size)
    #expect(server.handler.endings == [.completed])
  }

  @Test func `is one of hundreds`() throws {
    let server = try Self.echo()
    let ports = try (0..<300).map { _ in try server.daemon.openPort(Address.loopback(port: 0)) }

    #expect(ports.allSatisfy { Self.outcome($0.port) == "\($0.port)" })
    for port in ports.prefix(150) { port.close() }

    #expect(ports.prefix(150).allSatisfy { Self.outcome($0.port) == "refused" })
    #expect(ports.suffix(150).allSatisfy { Self.outcome($0.port) == "\($0.port)" })
  }
}
