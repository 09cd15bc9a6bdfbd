import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("An answer")
struct ReplyTests {
  @Test func `keeps its body for those who ask`() {
    let reply = Reply(status: 200, fields: [], body: Array("hello".utf8))

    #expect(reply.body(upTo: 2) == Array("he".utf8))
    #expect(reply.body(upTo: 100) == Array("hello".utf8))
    #expect(reply.bodyLength == 5)
    #expect(Reply(status: 204, fields: [], body: [1]).body(upTo: 9) == [])
  }

  @Test func `takes further lines without losing any`() throws {
    let more = greeting.adding([Field("Vary", "Origin")])
    let server = try TestDaemon { _ in .reply(more) }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    let reply = try client.readReply()

    #expect(reply.text == "hello")
    #expect(reply.value(of: "Content-Type") == "text/plain")
    #expect(reply.value(of: "Vary") == "Origin")
    #expect(greeting.fields.count == 1)
  }

  @Test func `is dressed at the last moment, however it came about`() throws {
    let server = try TestDaemon { exchange in
      exchange.dress = { $0.adding([Field("X-Dressed", "yes")]) }
      return exchange.target == Array("/held".utf8) ? .held : .reply(greeting)
    }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(try client.readReply().value(of: "X-Dressed") == "yes")
    try client.request("GET", "/held")
    #expect(eventually { server.daemon.parkedCount == 1 })
    server.handler.waitForExchanges(2)[1].release(.reply(greeting))

    #expect(try client.readReply().value(of: "X-Dressed") == "yes")
  }

  @Test func `may be computed when its time has come`() throws {
    let time = ManualTime()
    let computed = Lock(0)
    let server = try TestDaemon(configure: { $0.time = time }) { _ in
      .delayed(
        .seconds(5),
        .computed {
          computed.withLock { $0 += 1 }
          return .reply(greeting)
        })
    }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(eventually { server.daemon.parkedCount == 1 })
    #expect(computed.withLock { $0 } == 0)
    time.advance(by: .seconds(5))

    #expect(try client.readReply().text == "hello")
    #expect(computed.withLock { $0 } == 1)
  }

  @Test func `is known to the exchange that it answers`() throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    _ = try client.readReply()
    let exchange = try #require(server.handler.waitForExchanges(1).first)

    #expect(exchange.reply === greeting)
    #expect(exchange.answeredAt != nil)
    #expect(exchange.isReceived)
  }
}

@Suite("The header lines of a request")
struct HeadLinesTests {
  private let head = HeadLines([
    ("Accept", "a"), ("X-Tag", "1"), ("ACCEPT", ""), ("Accept", "a"),
  ])

  @Test func `are found without case, in order, repeats included`() {
    #expect(head.first("aCCept").map(Array.init) == Array("a".utf8))
    #expect(
      head.all(Array("accept".utf8)).map { String(decoding: $0, as: UTF8.self) } == ["a", "", "a"])
    #expect(head.first("Accep") == nil)
    #expect(head.all(Array("x".utf8)).isEmpty)
    #expect(head.lines.count == 4)
    #expect(HeadLines().lines.isEmpty)
    #expect(head.prefix(0) == HeadLines())
  }
}
