import Platform
import Synchronization
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("An outcome that a closure computes")
struct ClosureTests {
  struct Oops: Error, CustomStringConvertible {
    var description: String { "out of paper" }
  }

  /// Closures that wait until a test lets them go.
  final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    private let sleepers = Lock(Sleepers())
    let waiting = Atomic<Int>(0)
    let cancelled = Atomic<Int>(0)

    private struct Sleepers {
      var isOpen = false
      var lastNumber = 0
      var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
      var cancelled: Set<Int> = []
    }

    func open() {
      isOpen.store(true, ordering: .releasing)
      let waiting = sleepers.withLock { sleepers in
        sleepers.isOpen = true
        defer { sleepers.waiting = [:] }
        return sleepers.waiting.values
      }
      for sleeper in waiting { sleeper.resume() }
    }

    func pass() {
      waiting.add(1, ordering: .relaxed)
      _ = eventually { isOpen.load(ordering: .acquiring) }
      waiting.subtract(1, ordering: .relaxed)
    }

    func passLater() async {
      waiting.add(1, ordering: .relaxed)
      let number = sleepers.withLock { sleepers in
        sleepers.lastNumber += 1
        return sleepers.lastNumber
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { sleeper in
          let isAwake = sleepers.withLock { sleepers in
            if sleepers.isOpen || sleepers.cancelled.contains(number) { return true }
            sleepers.waiting[number] = sleeper
            return false
          }
          if isAwake { sleeper.resume() }
        }
      } onCancel: {
        let sleeper = sleepers.withLock { sleepers in
          sleepers.cancelled.insert(number)
          return sleepers.waiting.removeValue(forKey: number)
        }
        cancelled.add(1, ordering: .relaxed)
        sleeper?.resume()
      }
      waiting.subtract(1, ordering: .relaxed)
    }

    var waitingCount: Int { waiting.load(ordering: .relaxed) }
    var cancelledCount: Int { cancelled.load(ordering: .relaxed) }
  }

  private func catalog(_ gate: Gate = Gate()) -> Catalog {
    Catalog(
      RouteGroup("c") {
        Route("c.plain", .get, "/plain", default: .text("plain"))
        Route(
          "c.echo", .get, "/echo/{id}",
          default: .dynamic { request in .text(request.parameters["id"] ?? "") })
        Route("c.throws", .get, "/throws", default: .dynamic { _ in throw Oops() })
        Route(
          "c.blocks", .get, "/blocks",
          default: .dynamic { _ in
            gate.pass()
            return .text("passed")
          })
        Route(
          "c.awaits", .any, "/awaits/{id}",
          default: .dynamic { request in
            await gate.passLater()
            return .text(request.parameters["id"] ?? "").status(201)
          }.header("X-Around", "1"))
        Route(
          "c.fails", .get, "/fails",
          default: .dynamic { _ in
            await Task.yield()
            throw Oops()
          })
        Route(
          "c.splits", .get, "/splits",
          default: .dynamic { request in .status(200).header("X-A", "a\r\nX-B: b") })
        Route(
          "c.late", .get, "/late",
          default: .dynamic { _ in
            await Task.yield()
            return .text("late").delayed(.milliseconds(50))
          })
        Route(
          "c.outside", .get, "/outside/{rest...}",
          default: .dynamic { _ in .fixture("{rest}") })
      })
  }

  @Test(arguments: ["/throws", "/fails"])
  func `that throws is a loud 500, whose text is on record`(path: String) throws {
    let server = try TestServer(catalog())

    let reply = try server.client.get(path)
    let entry = try server.admin("GET", "/requests/1").json

    #expect(reply.status == 500)
    #expect(reply.value(of: "Understudy-Error") == "dynamic-failed")
    let detail =
      "The closure of variant 'default' of route 'c.\(path.dropFirst())' threw an error: out of paper."
    #expect(reply.json?["detail"]?.stringValue == detail)
    #expect(entry?["response"]?["text"]?.stringValue?.contains("out of paper") == true)
    #expect(entry?["route"]?.stringValue == "c.\(path.dropFirst())")
    #expect(try server.client.get("/plain").status == 200)
  }

  @Test func `that blocks keeps nobody else waiting, on its own worker neither`() throws {
    let gate = Gate()
    let server = try TestServer(catalog(gate)) { $0.workers = 1 }
    defer { gate.open() }
    let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
    for client in clients { try client.request("GET", "/blocks") }
    #expect(eventually { gate.waitingCount == 8 })

    for id in 0..<20 { #expect(try server.client.get("/echo/\(id)").text == "\(id)") }

    gate.open()
    for client in clients { #expect(try client.readReply().text == "passed") }
  }

  @Test func `that awaits is answered when it is done, with what lies around it`() throws {
    let gate = Gate()
    let server = try TestServer(catalog(gate))
    let clients = try (0..<300).map { _ in try RawClient(port: server.port) }
    for (id, client) in clients.enumerated() { try client.request("GET", "/awaits/\(id)") }
    #expect(eventually { gate.waitingCount == 300 })
    #expect(server.server.parkedCount == 300)
    #expect(try server.client.get("/plain").status == 200)

    gate.open()

    for (id, client) in clients.enumerated() {
      let reply = try client.readReply()
      #expect(reply.status == 201)
      #expect(reply.text == "\(id)")
      #expect(reply.value(of: "X-Around") == "1")
    }
  }

  @Test func `is cancelled when its client hangs up, and its result thrown away`() throws {
    let gate = Gate()
    let server = try TestServer(catalog(gate))
    let client = try RawClient(port: server.port)
    try client.request("GET", "/awaits/1")
    #expect(eventually { gate.waitingCount == 1 })

    client.closeWithFIN()

    #expect(eventually { gate.cancelledCount == 1 })
    #expect(eventually { server.server.openExchangeCount == 0 })
    let entry = try server.admin("GET", "/requests/1").json
    #expect(entry?["ending"] == "cancelled")
    #expect(entry?["status"] == .null)
  }

  @Test func `that blocks is thrown away when it is done too late`() throws {
    let gate = Gate()
    let server = try TestServer(catalog(gate))
    let client = try RawClient(port: server.port)
    try client.request("GET", "/blocks")
    #expect(eventually { gate.waitingCount == 1 })
    client.closeWithRST()
    #expect(eventually { server.server.openExchangeCount == 0 })

    gate.open()
    #expect(eventually { gate.waitingCount == 0 })

    #expect(try server.client.get("/echo/7").text == "7")
    #expect(try server.admin("GET", "/requests/1").json?["ending"] == "cancelled")
  }

  @Test func `is dropped by a reset, and by a stop`() throws {
    let gate = Gate()
    let server = try TestServer(catalog(gate))
    let first = try RawClient(port: server.port)
    let second = try RawClient(port: server.port)
    try first.request("GET", "/awaits/1")
    #expect(eventually { gate.waitingCount == 1 })

    #expect(try server.admin("POST", "/reset").status < 300)
    #expect(try first.readToEnd().ended == .reset)
    #expect(eventually { gate.cancelledCount == 1 && gate.waitingCount == 0 })

    try second.request("GET", "/awaits/2")
    #expect(eventually { gate.waitingCount == 1 })
    server.server.stop()
    #expect(eventually { gate.cancelledCount == 2 })
  }

  @Test func `answers pipelined requests in their order`() throws {
    let server = try TestServer(catalog())
    let targets = ["/late", "/echo/1", "/plain", "/late", "/throws", "/plain"]

    try server.client.send(
      targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    let texts = try targets.map { _ in try server.client.readReply() }
      .map { $0.status == 500 ? "500" : $0.text }

    #expect(texts == ["late", "1", "plain", "late", "500", "plain"])
  }

  @Test func `answers HEAD without a body`() throws {
    let server = try TestServer(catalog())

    let head = try server.client.get("/echo/abc", method: "HEAD")

    #expect(head.status == 200)
    #expect(head.value(of: "Content-Length") == "3")
    #expect(try server.client.get("/plain").text == "plain")
  }

  @Test func `cannot split its answer`() throws {
    let server = try TestServer(catalog())

    let reply = try server.client.get("/splits")

    #expect(reply.status == 500)
    #expect(reply.value(of: "Understudy-Error") == "dynamic-failed")
    #expect(reply.value(of: "X-B") == nil)
    #expect(reply.value(of: "X-A") == nil)
  }

  @Test func `is a miss where its fixture would lead outside`() throws {
    let server = try TestServer(catalog())

    let reply = try server.client.get("/outside/..%2F..%2Fetc/passwd")

    #expect(reply.status == 404)
    #expect(reply.json?["code"] == "no-matching-route")
  }

  @Test(arguments: ["", "?drain=true"])
  func `that blocks keeps nobody waiting where it answers what was held`(query: String) throws {
    let gate = Gate()
    let server = try TestServer(catalog(gate)) { $0.workers = 1 }
    defer { gate.open() }
    try server.flip("c.blocks", "timeout")
    let waiting = try server.hold("/blocks")
    let admin = try RawClient(port: server.port)

    try admin.request("POST", "/__admin/held/1/release\(query)", headers: ["Content-Length: 0"])
    #expect(eventually { gate.waitingCount == 1 })
    #expect(try server.client.get("/plain").text == "plain")

    gate.open()
    let reply = try admin.readReply()
    #expect(reply.status == 200)
    #expect(reply.released == [1])
    #expect((reply.json?["drained"] == true) == !query.isEmpty)
    #expect(try waiting.readReply().text == "passed")
  }
}
