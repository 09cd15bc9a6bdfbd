import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("A daemon")
struct DaemonTests {
  @Test(.bug(id: "N01"), arguments: ["127.0.0.1", "::1"])
  func `answers on both loopback addresses`(host: String) throws {
    let server = try TestDaemon { _ in .reply(greeting) }

    let reply = try RawClient(port: server.port, host: host).get("/")

    #expect(reply.status == 200)
    #expect(reply.text == "hello")
    #expect(reply.value(of: "Content-Length") == "5")
  }

  @Test func `hands over the raw target and the whole body`() throws {
    let server = try TestDaemon { exchange in
      let body = exchange.method + exchange.target + exchange.body
      return .reply(Reply(status: 200, fields: [], body: body))
    }
    let client = try RawClient(port: server.port)
    let body = String(repeating: "0123456789", count: 20_000)

    let reply = try client.get("/a%2Fb/c+d?x=%20+&y", method: "PATCH", body: body)

    #expect(reply.text == "PATCH/a%2Fb/c+d?x=%20+&y" + body)
  }

  @Test func `answers a query of thousands of pairs, and what ends in a question mark`() throws {
    let server = try TestDaemon { exchange in
      .reply(Reply(status: 200, fields: [], body: exchange.target))
    }
    let client = try RawClient(port: server.port)
    let target = "/a?" + String(repeating: "a=b&", count: 3000)

    #expect(try client.get(target).text == target)
    #expect(try client.get("/a?").text == "/a?")
    #expect(try client.get("/a?x=%20+&y").text == "/a?x=%20+&y")
  }

  @Test func `puts a chunked body together`() throws {
    let server = try TestDaemon { .reply(Reply(status: 200, fields: [], body: $0.body)) }
    let client = try RawClient(port: server.port)

    try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    try client.send("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")

    #expect(try client.readReply().text == "abcdefg")
  }

  @Test func `keeps the order of header lines and their repeats`() throws {
    let server = try TestDaemon { exchange in
      let lines = exchange.head.lines.map { $0.name + Array(":".utf8) + $0.value }
      return .reply(Reply(status: 200, fields: [], body: Array(lines.joined(separator: [10]))))
    }

    let reply = try RawClient(port: server.port).get("/", headers: ["X-A: 1", "x-b: 2", "X-A: 3"])

    #expect(reply.text == "Host:localhost\nX-A:1\nx-b:2\nX-A:3")
  }

  @Test func `leaves the body of an answer to HEAD out and keeps its length`() throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    let head = try client.get("/", method: "HEAD")
    let next = try client.get("/")

    #expect(head.value(of: "Content-Length") == "5")
    #expect(next.text == "hello")
  }

  @Test(arguments: [204, 205, 304])
  func `never sends a body with some statuses`(status: Int) throws {
    let server = try TestDaemon { _ in
      .reply(Reply(status: status, fields: [], body: Array("never".utf8)))
    }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/", headers: ["Connection: close"])
    let (bytes, _) = try client.readToEnd()

    #expect(!String(decoding: bytes, as: UTF8.self).contains("never"))
  }

  @Test func `tells the first request of a connection from the others`() throws {
    let server = try TestDaemon { exchange in
      .reply(Reply(status: 200, fields: [], body: Array("\(exchange.isReused)".utf8)))
    }
    let client = try RawClient(port: server.port)

    let replies = try [client.get("/"), client.get("/"), RawClient(port: server.port).get("/")]

    #expect(replies.map(\.text) == ["false", "true", "false"])
  }

  @Test(.bug(id: "N02"))
  func `says which port is taken, and takes it again at once when it is free`() throws {
    var first: TestDaemon? = try TestDaemon { _ in .reply(greeting) }
    let port = try #require(first?.port)
    let client = try RawClient(port: port)
    _ = try client.get("/")
    let handler = RecordingHandler { _ in .reply(greeting) }
    let again = Daemon.Configuration(addresses: Address.loopback(port: port))

    #expect(throws: DaemonError.addressInUse(Address(host: "127.0.0.1", port: port))) {
      try Daemon(again, handler: handler)
    }
    first = nil

    let second = try Daemon(again, handler: handler)
    #expect(try RawClient(port: port).get("/").status == 200)
    second.stop(grace: .zero)
  }

  @Test(.bug(id: "N07"))
  func `reads a message in pieces as it reads it whole`() throws {
    let server = try TestDaemon { .reply(Reply(status: 200, fields: [], body: $0.target)) }
    let client = try RawClient(port: server.port)
    let target = "/" + String(repeating: "x", count: 8000)
    let message = Array("GET \(target) HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\n".utf8)

    for start in stride(from: 0, to: message.count, by: 100) {
      try client.send(Array(message[start..<min(start + 100, message.count)]))
    }

    #expect(try client.readReply().text == target)
  }

  @Test func `tells that an answer was sent whole`() throws {
    let server = try TestDaemon { _ in .reply(greeting) }

    _ = try RawClient(port: server.port).get("/")

    #expect(server.handler.waitForEndings(1) == [.completed])
  }

  @Test func `tells that the client went away in the middle of its answer`() throws {
    let large = Reply(status: 200, fields: [], body: [UInt8](repeating: 120, count: 50_000_000))
    let server = try TestDaemon { _ in .reply(large) }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    _ = server.handler.waitForExchanges(1)
    client.closeWithRST()

    #expect(server.handler.waitForEndings(1) == [.cancelled])
  }

  @Test(arguments: [true, false])
  func `tells that the client went away in the middle of its request`(isReset: Bool) throws {
    let server = try TestDaemon { _ in .reply(greeting) }
    let client = try RawClient(port: server.port)

    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345")
    #expect(eventually { server.daemon.openExchangeCount == 1 })
    if isReset { client.closeWithRST() } else { client.closeWithFIN() }

    #expect(server.handler.waitForEndings(1) == [.cancelled])
  }

  @Test func `asks for a body that waits to be asked for`() throws {
    let server = try TestDaemon { .reply(Reply(status: 200, fields: [], body: $0.body)) }
    let client = try RawClient(port: server.port)

    try client.request("POST", "/", headers: ["Expect: 100-continue", "Content-Length: 5"])
    let interim = try client.readInterim()
    try client.send("hello")

    #expect(interim == 100)
    #expect(try client.readReply().text == "hello")
  }

  @Test func `lets an answer under way finish when it stops`() throws {
    let size = 20_000_000
    let large = Reply(status: 200, fields: [], body: [UInt8](repeating: 120, count: size))
    let server = try TestDaemon { _ in .reply(large) }
    let client = try RawClient(port: server.port)
    try client.request("GET", "/")
    _ = server.handler.waitForExchanges(1)

    let stopper = try WorkerThread { [daemon = server.daemon] in daemon.stop(grace: .seconds(10)) }
    let reply = try client.readReply()
    stopper.join()

    #expect(reply.body.count == size)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test func `refuses a name that nobody knows`() {
    #expect(throws: DaemonError.unresolvable(host: "no.such.host.invalid")) {
      try Address.resolve(host: "no.such.host.invalid", port: 0)
    }
  }

  /// In a process of its own: other tests open and close descriptors meanwhile.
  @Test func `stops again and again, and keeps no descriptor`() async {
    await #expect(processExitsWith: .success) {
      func round() throws {
        let server = try TestDaemon(workers: 4) { _ in .reply(greeting) }
        let client = try RawClient(port: server.port)
        try client.request("GET", "/")
        #expect(try client.readReply().text == "hello")
        server.daemon.stop(grace: .seconds(1))
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
      }
      // What the first needs is not counted.
      try round()
      let before = descriptors().count

      for _ in 1...50 { try round() }

      #expect(descriptors().count == before)
    }
  }
}
