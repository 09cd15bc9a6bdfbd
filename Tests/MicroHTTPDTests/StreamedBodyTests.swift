import MicroHTTPD
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("A body that is made while it is sent")
struct StreamedBodyTests {
  /// Sends what a test says, and ends when it says so.
  private final class Channel: BodySource {
    private let state = Lock((pieces: [BodyPiece](), exchange: Exchange?.none))
    let bell = Bell()
    let endings = Atomic<Int>(0)
    private let pause: Duration

    init(pause: Duration = .seconds(3600)) {
      self.pause = pause
    }

    func send(_ piece: BodyPiece) {
      let exchange = state.withLock { state in
        state.pieces.append(piece)
        return state.exchange
      }
      exchange?.wake()
    }

    func sends(to exchange: Exchange) {
      state.withLock { $0.exchange = exchange }
    }

    func next(atMost count: Int) -> BodyPiece {
      state.withLock { $0.pieces.isEmpty ? .nothing(pause) : $0.pieces.removeFirst() }
    }

    func ended() {
      state.withLock { $0.exchange = nil }
      endings.add(1, ordering: .sequentiallyConsistent)
      bell.notify()
    }
  }

  private static func server(_ channel: Channel) throws -> TestDaemon {
    let reply = Reply(status: 200, fields: [Field("Content-Type", "text/plain")]) { channel }
    return try TestDaemon { _ in .reply(reply) }
  }

  @Test func `is sent piece by piece, and ends with its source`() throws {
    let channel = Channel()
    let server = try Self.server(channel)
    let client = try RawClient(port: server.port)
    channel.send(.bytes(Array("one ".utf8)))

    try client.request("GET", "/")
    #expect(try client.read(until: "one "))
    channel.send(.bytes(Array("two ".utf8)))
    #expect(try client.read(until: "two "))
    channel.send(.end)

    #expect(try client.read(until: "0\r\n\r\n"))
    #expect(server.handler.waitForEndings(1) == [.completed])
    #expect(eventually { channel.endings.load(ordering: .sequentiallyConsistent) == 1 })
  }

  @Test func `leaves its connection to the next request when it has ended`() throws {
    let channel = Channel()
    let stream = Reply(status: 200, fields: []) { channel }
    let server = try TestDaemon {
      .reply($0.target == Array("/stream".utf8) ? stream : greeting)
    }
    let client = try RawClient(port: server.port)
    channel.send(.bytes(Array("one".utf8)))

    try client.request("GET", "/stream")
    #expect(try client.read(until: "one"))
    channel.send(.end)

    #expect(try client.readReply().text == "one")
    #expect(try client.get("/next").text == "hello")
    #expect(server.handler.waitForExchanges(2).map(\.isReused) == [false, true])
  }

  @Test func `loses no news, whenever they come`() throws {
    let channel = Channel()
    let server = try Self.server(channel)
    let client = try RawClient(port: server.port)
    let count = 2000

    try client.request("GET", "/")
    let writer = try WorkerThread {
      for number in 0..<count { channel.send(.bytes(Array("<\(number)>".utf8))) }
      channel.send(.end)
    }
    let reply = try client.readReply()
    writer.join()

    #expect(reply.text == (0..<count).map { "<\($0)>" }.joined())
  }

  @Test(arguments: [true, false])
  func `tells its source when the client is gone, though nothing is sent`(isReset: Bool) throws {
    let channels = (0..<50).map { _ in Channel() }
    let server = try TestDaemon { exchange in
      let number = Int(String(decoding: exchange.target.dropFirst(), as: UTF8.self)) ?? 0
      return .reply(Reply(status: 200, fields: []) { channels[number] })
    }
    let clients = try channels.indices.map { number in
      let client = try RawClient(port: server.port)
      try client.request("GET", "/\(number)")
      return client
    }
    #expect(eventually { server.daemon.parkedCount == channels.count })

    for client in clients {
      if isReset { client.closeWithRST() } else { client.closeWithFIN() }
    }

    #expect(
      eventually {
        channels.allSatisfy { $0.endings.load(ordering: .sequentiallyConsistent) == 1 }
      })
    #expect(server.handler.waitForEndings(50) == Array(repeating: .cancelled, count: 50))
  }

  @Test(arguments: [true, false])
  func `gives its connection back at once, though an older one stays`(isReset: Bool) throws {
    let channel = Channel()
    let stream = Reply(status: 200, fields: []) { channel }
    let server = try TestDaemon(workers: 1) {
      .reply($0.target == Array("/stream".utf8) ? stream : greeting)
    }
    let older = try RawClient(port: server.port)
    _ = try older.get("/")
    let client = try RawClient(port: server.port)
    try client.request("GET", "/stream")
    #expect(eventually { server.daemon.parkedCount == 1 })

    if isReset { client.closeWithRST() } else { client.closeWithFIN() }

    #expect(server.handler.waitForEndings(2) == [.completed, .cancelled])
    #expect(eventually { server.daemon.connectionCount == 1 })
    #expect(try older.get("/").text == "hello")
  }

  @Test func `asks again once its pause is over`() throws {
    let channel = Channel(pause: .milliseconds(1))
    let server = try Self.server(channel)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    _ = server.handler.waitForExchanges(1)
    channel.send(.end)

    #expect(try client.readReply().body.isEmpty)
  }

  @Test func `ends with its daemon`() throws {
    let channel = Channel()
    var server: TestDaemon? = try Self.server(channel)
    let client = try RawClient(port: try #require(server?.port))

    try client.request("GET", "/")
    _ = server?.handler.waitForExchanges(1)
    server = nil

    #expect(channel.endings.load(ordering: .sequentiallyConsistent) == 1)
    _ = try client.readToEnd()
  }
}
