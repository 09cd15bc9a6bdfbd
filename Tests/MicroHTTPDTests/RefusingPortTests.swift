import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A port that begins to refuse", .serialized)
struct RefusingPortTests {
  /// What a connection is in the middle of.
  enum Stage: CaseIterable, CustomTestStringConvertible {
    case silent, idle, head, body, delayed, held, pausing, answering

    var testDescription: String { "\(self)" }

    /// What has been sent, and how many exchanges that has begun.
    var request: String {
      switch self {
      case .silent: ""
      case .head: "GET / HTTP/1.1\r\nHost: a\r\nX-"
      case .body: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345"
      default: "GET /\(self) HTTP/1.1\r\nHost: a\r\n\r\n"
      }
    }
  }

  private static func server(_ workers: Int = 2) throws -> TestDaemon {
    let large = Reply(status: 200, fields: [], body: [UInt8](repeating: 120, count: 50_000_000))
    let silent = Reply(status: 200, fields: []) { Silence() }
    return try TestDaemon(workers: workers) { exchange in
      switch String(decoding: exchange.target, as: UTF8.self) {
      case "/delayed": .delayed(.seconds(3600), .reply(greeting))
      case "/held": .held
      case "/pausing": .reply(silent)
      case "/answering": .reply(large)
      default: .reply(greeting)
      }
    }
  }

  @Test(arguments: Stage.allCases)
  func `resets a connection, whatever that is in the middle of`(stage: Stage) throws {
    let server = try Self.server()
    let port = try server.daemon.openPort(Address.loopback(port: 0))
    let clients = try (0..<10).map { _ in try RawClient(port: port.port) }
    let others = try (0..<10).map { _ in try RawClient(port: server.port) }
    for client in clients + others { try client.send(stage.request) }
    if stage == .idle { for client in clients + others { _ = try client.readReply() } }
    let open = [.silent, .idle].contains(stage) ? 0 : 20
    #expect(eventually { server.daemon.connectionCount == 20 })
    #expect(eventually { server.daemon.openExchangeCount == open })
    if [.delayed, .held, .pausing].contains(stage) {
      #expect(eventually { server.daemon.parkedCount == 20 })
    }
    if stage == .answering {
      for client in clients { #expect(try client.read(until: "xxxx")) }
    }

    port.refuse()

    #expect(server.daemon.parked { $0.sidePort === port }.isEmpty)
    for client in clients { #expect(try client.readToEnd().ended == .reset) }
    #expect(eventually { server.daemon.connectionCount == 10 })
    #expect(eventually { server.daemon.openExchangeCount == open / 2 })
    let before: [Ending] = stage == .idle ? Array(repeating: .completed, count: 20) : []
    let dropped: [Ending] = Array(repeating: .dropped, count: open / 2)
    #expect(server.handler.endings == before + dropped)
    if stage == .idle { for other in others { #expect(try other.get("/").text == "hello") } }
  }

  @Test func `resets what is read to its end`() throws {
    let server = try Self.server()
    let port = try server.daemon.openPort(Address.loopback(port: 0))
    let clients = try [port.port, server.port].map { number in
      let client = try RawClient(port: number)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try client.readReply().status == 400)
      return client
    }
    #expect(eventually { server.daemon.lingeringCount == 2 })

    port.refuse()

    #expect(eventually { server.daemon.lingeringCount == 1 })
    try clients[1].send("the other goes on")
  }

  @Test(.withoutTLS) func `resets a connection that it has accepted and that has not begun`() throws
  {
    let server = try Self.server()
    let port = try server.daemon.openPort(Address.loopback(port: 0))
    let listener = try Listener(Address(host: "127.0.0.1", port: 0))
    defer { listener.close() }
    let clients = try (0..<3).map { _ in try RawClient(port: listener.address.port) }
    let descriptors = clients.map { _ in
      eventually { isReadable(listener.descriptor) } ? accept(listener.descriptor, nil, nil) : -1
    }

    let begun = port.begin(descriptors[0], round: 0)
    port.refuse()
    let early = port.begin(descriptors[1], round: 0)
    port.accept()
    let late = port.begin(descriptors[2], round: 0)

    #expect(begun.isDropped && early.isDropped && late.isDropped)
    for client in clients { #expect(try client.readToEnd().ended == .reset) }
    for side in [begun, early, late] { port.forget(side) }
    for descriptor in descriptors { close(descriptor) }
    #expect(try RawClient(port: port.port).get("/").text == "hello")
  }

  @Test func `resets who connects at that moment`() throws {
    let server = try Self.server()
    let port = try server.daemon.openPort(Address.loopback(port: 0))

    for _ in 0..<100 {
      let clients = try (0..<5).map { _ in try RawClient(port: port.port) }
      port.refuse()
      for client in clients { #expect(try client.readToEnd().ended == .reset) }
      #expect(port.accept())
    }

    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test func `does not park what it has reset`() throws {
    let server = try TestDaemon { exchange in
      exchange.sidePort?.refuse()
      return .held
    }
    let port = try server.daemon.openPort(Address.loopback(port: 0))
    let client = try RawClient(port: port.port)

    try client.request("GET", "/")

    #expect(try client.readToEnd().ended == .reset)
    #expect(server.handler.waitForEndings(1) == [.dropped])
    #expect(server.handler.events == [.ended(.dropped)])
  }

  @Test func `forgets a listener that rests`() throws {
    let parking = try Parking(time: SystemTime())
    let listener = try Listener(Address(host: "127.0.0.1", port: 0))
    defer { listener.close() }
    let number = try parking.listen(on: listener.descriptor)
    let entrance = try #require(parking.state.withLock { $0.entrances[number] })

    parking.putToRest(entrance)
    #expect(parking.state.withLock { $0.resting.count } == 1)
    parking.ignore(number)
    #expect(parking.state.withLock { $0.resting.isEmpty })
    // The same descriptor, which might be another socket by now.
    let next = try parking.listen(on: listener.descriptor)
    parking.putToRest(entrance)

    #expect(next != number)
    #expect(parking.state.withLock { $0.resting.isEmpty })
  }

  @Test func `takes all calls from all threads in any order`() throws {
    let server = try Self.server()
    let ports = try (0..<2).map { _ in try server.daemon.openPort(Address.loopback(port: 0)) }
    let threads = try (0..<4).map { thread in
      try WorkerThread {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
          let port = ports[Int.random(in: 0..<2, using: &generator)]
          if thread.isMultiple(of: 2) {
            if Bool.random() { port.refuse() } else { port.accept() }
          } else {
            let target = ["/", "/held", "/pausing"].randomElement() ?? "/"
            if let client = try? RawClient(port: port.port) {
              _ = try? client.request("GET", target)
            }
          }
        }
      }
    }
    for thread in threads { thread.join() }

    for port in ports {
      port.refuse()
      #expect(throws: RawClient.Failure.self) { try RawClient(port: port.port) }
      #expect(port.accept())
      #expect(try RawClient(port: port.port).get("/").text == "hello")
      port.close()
    }
    #expect(eventually { server.daemon.openExchangeCount == 0 })
    #expect(eventually { server.daemon.connectionCount == 0 })
  }

  @Test func `never touches a connection of another port, though descriptors come again`() throws {
    let server = try Self.server()
    let steady = try server.daemon.openPort(Address.loopback(port: 0))
    let wavering = try server.daemon.openPort(Address.loopback(port: 0))
    let isOver = Lock(false)
    let failures = Lock([String]())

    // Its connections come and go all the time, so that their descriptors are free again soon.
    let wave = try WorkerThread {
      while !isOver.withLock({ $0 }) {
        var clients: [RawClient] = []
        for number in 0..<8 {
          guard let client = try? RawClient(port: wavering.port) else { continue }
          try? client.request("GET", number.isMultiple(of: 2) ? "/held" : "/")
          clients.append(client)
        }
        clients.removeFirst(clients.count / 2)
        wavering.refuse()
        clients = []
        wavering.accept()
      }
    }
    let askers = try [server.port, steady.port].map { number in
      try WorkerThread {
        for request in 0..<2000 {
          do {
            let reply = try RawClient(port: number).get("/")
            if reply.text != "hello" { failures.withLock { $0.append(reply.text) } }
          } catch {
            failures.withLock { $0.append("\(number), \(request): \(error)") }
          }
        }
      }
    }
    for asker in askers { asker.join() }
    isOver.withLock { $0 = true }
    wave.join()

    #expect(failures.withLock { $0 } == [])
    wavering.close()
    #expect(eventually { server.daemon.connectionCount == 0 })
  }
}

private func isReadable(_ descriptor: Int32) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, 0) > 0
}
