import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The release of held requests")
struct ReleaseTests {
  static let catalog = Catalog(
    RouteGroup("orders", path: "/orders") {
      Route("orders.list", .get, default: .json([1, 2]))
      Route("orders.create", .post, default: .json(["name": "{{body/name}}"]).status(201))
      Route("orders.next", .get, "/next", default: .sequence(.held, .json(["step": 2])))
        .variant("steps", .sequence(.json(["step": "a"]), .json(["step": "b"]), then: .loop))
      Route("orders.stubborn", .get, "/stubborn", default: .dynamic { _ in .held })
      Route("orders.slow", .get, "/slow", default: .text("slow")).delay(.milliseconds(300))
        .variant("later", .held.delayed(.milliseconds(100)))
    },
    RouteGroup("account") {
      Route("account.login", .post, "/login", default: .json(["token": "t-1"]))
        .activating(["account.me": .default])
      Route("account.me", .get, "/me", default: .text("Ada"))
    })

  private func server(
    _ variants: String = #"{"orders.list":"timeout"}"#, time: ManualTime? = nil
  ) throws -> TestServer {
    let server = try TestServer(Self.catalog) { if let time { $0.time = time } }
    let reply = try server.admin("PATCH", "/variants", variants)
    guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
    return server
  }

  // MARK: - What a request is answered with

  @Test func `answers as if a variant had been chosen at the start`() throws {
    let server = try server()
    let waiting = try server.hold("/orders", headers: ["Origin: http://a.test"])

    let reply = try server.release(1, #"{"variant":"serverError"}"#)

    let answer = try waiting.readReply()
    #expect(answer.status == 500)
    #expect(answer.value(of: "Understudy-Variant") == "serverError")
    #expect(answer.value(of: "Access-Control-Allow-Origin") == "http://a.test")
    let released = reply.json?["released"]?[0]
    #expect(reply.status == 200)
    #expect(released?["seq"] == 1)
    #expect(released?["ending"] == "completed")
    #expect(released?["status"] == 500)
    let request = try server.request(1)
    #expect(request?["variant"] == "serverError")
    #expect(request?["source"] == "route")
    #expect(request?["status"] == 500)
    #expect(try server.admin("GET", "/requests?variant=timeout").json?["requests"] == [])
  }

  @Test func `answers with an outcome that is given on the spot`() throws {
    let server = try server()
    let waiting = try server.hold("/orders", headers: ["X-Trace: 7"])

    let reply = try server.release(
      1, #"{"outcome":{"status":402,"json":{"trace":"{{header.X-Trace}}"}}}"#)

    #expect(reply.status == 200)
    let answer = try waiting.readReply()
    #expect(answer.status == 402)
    #expect(answer.value(of: "Understudy-Variant") == "outcome")
    #expect(answer.text == #"{"trace":"7"}"#)
  }

  @Test(arguments: [nil, "{}", #"{"variant":"default"}"#])
  func `answers with the default where nothing is said`(body: String?) throws {
    let server = try server()
    let waiting = try server.hold("/orders")

    #expect(try server.release(1, body).status == 200)

    #expect(try waiting.readReply().text == "[1,2]")
    #expect(try server.request(1)?["variant"] == "default")
  }

  @Test(arguments: [
    ("offline", RawClient.Ended.reset), ("outcome", .fin),
  ])
  func `breaks the connection where that is asked`(
    variant: String, ended: RawClient.Ended
  ) throws {
    let server = try server()
    let waiting = try server.hold("/orders")

    _ = try server.release(
      1,
      variant == "outcome"
        ? #"{"outcome":{"fault":"emptyReply"}}"# : #"{"variant":"\#(variant)"}"#)

    #expect(try waiting.readToEnd().ended == ended)
    #expect(try server.request(1)?["variant"]?.stringValue == variant)
  }

  @Test func `gives HEAD no body`() throws {
    let server = try server()
    let waiting = try server.hold("/orders", method: "HEAD")

    _ = try server.release(1)

    let answer = try waiting.readReply(isHead: true)
    #expect(answer.status == 200)
    #expect(answer.value(of: "Content-Length") == "5")
    #expect(try waiting.get("/orders/slow").text == "slow")
  }

  @Test func `fills placeholders from the request that came`() throws {
    let server = try server(#"{"orders.create":"timeout"}"#)
    let waiting = try server.hold("/orders", method: "POST", body: #"{"name":"Ada"}"#)

    _ = try server.release(1)

    let answer = try waiting.readReply()
    #expect(answer.status == 201)
    #expect(answer.text == #"{"name":"Ada"}"#)
  }

  @Test func `knows a body whose request came to be held while it was read`() throws {
    let server = try server("{}")
    let waiting = try RawClient(port: server.port)
    try waiting.send(
      "POST /orders HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"name\"\r\n")
    #expect(eventually { server.server.openExchangeCount == 1 })
    _ = try server.admin("PATCH", "/variants", #"{"orders.create":"timeout"}"#)
    try waiting.send("7\r\n:\"Bob\"}\r\n0\r\n\r\n")
    #expect(try server.held("?waitSeconds=10").count == 1)

    _ = try server.release(1)

    #expect(try waiting.readReply().text == #"{"name":"Bob"}"#)
  }

  @Test func `waits for a delay that is counted from the end of the request`() throws {
    let time = ManualTime()
    let server = try server(#"{"orders.slow":"timeout"}"#, time: time)
    let late = try server.hold("/orders/slow")
    time.advance(by: .milliseconds(299))
    let early = try server.hold("/orders/slow")
    time.advance(by: .milliseconds(1))

    #expect(try server.release(1).json?["released"]?[0]?["ending"] == "completed")
    #expect(try late.readReply().text == "slow")
    #expect(try server.release(2).json?["released"]?[0]?["ending"] == .null)

    let again = try server.release(2)
    #expect(again.status == 404)
    #expect(
      again.json?["detail"]?.stringValue
        == "Request 2 is not held any more: it was released with 'default', and its answer is on "
        + "its way.")
    // Its worker parks it anew, behind the answer to whoever released it.
    #expect(eventually { server.server.parkedCount == 1 })
    time.advance(by: .milliseconds(299))
    #expect(try early.readReply().text == "slow")
  }

  @Test func `takes the next step of a sequence`() throws {
    let server = try server("{}")
    let waiting = try server.hold("/orders/next")

    _ = try server.release(1)

    #expect(try waiting.readReply().text == #"{"step":2}"#)
  }

  @Test func `takes one step for each request, in the order in which they came`() throws {
    let server = try server(#"{"orders.next":"timeout"}"#)
    let waiting = try (0..<3).map { _ in try server.hold("/orders/next") }

    let reply = try server.admin("POST", "/held/release", #"{"variant":"steps"}"#)

    #expect(reply.released == [1, 2, 3])
    let steps = try waiting.map { try $0.readReply().json?["step"]?.stringValue }
    #expect(steps == ["a", "b", "a"])
  }

  @Test func `makes the choices that follow from the default`() throws {
    let server = try server(#"{"account.login":"timeout","account.me":"unauthorized"}"#)
    let waiting = try server.hold("/login", method: "POST")
    #expect(try server.client.get("/me").status == 401)

    _ = try server.release(1)

    #expect(try server.client.get("/me").text == "Ada")
    #expect(try waiting.readReply().status == 200)
  }

  // MARK: - Which requests

  @Test func `in either order has the answers arrive in that order`() throws {
    let server = try server()
    for round in 0..<10 {
      let (first, second) = (try server.hold("/orders"), try server.hold("/orders"))
      let seq = try server.lastHeld()
      let isReversed = round.isMultiple(of: 2)
      let order =
        isReversed ? [(second, seq), (first, seq - 1)] : [(first, seq - 1), (second, seq)]

      #expect(try server.release(order[0].1, #"{"variant":"empty"}"#).status == 200)
      // It has been sent by now, and nothing of the other.
      #expect(try order[0].0.readReply().text == "[]")
      #expect(throws: RawClient.Failure.self) { try order[1].0.readReply(within: .zero) }
      #expect(try server.release(order[1].1).status == 200)

      #expect(try order[1].0.readReply().text == "[1,2]")
    }
  }

  @Test func `is of all, or of one route`() throws {
    let server = try server(#"{"orders.*":"timeout","account.me":"timeout"}"#)
    let list = try server.hold("/orders")
    let me = try server.hold("/me")
    let slow = try server.hold("/orders/slow")

    let one = try server.admin("POST", "/held/release", #"{"route":"account.me"}"#)
    let rest = try server.admin("POST", "/held/release", #"{"variant":"forbidden"}"#)

    #expect(one.released == [2])
    #expect(try me.readReply().text == "Ada")
    #expect(rest.released == [1, 3])
    #expect(try [list, slow].map { try $0.readReply().status } == [403, 403])
    let none = try server.admin("POST", "/held/release", #"{"route":"account.me"}"#)
    #expect(none.status == 404)
    #expect(none.json?["code"] == "not-held")
    #expect(none.json?["detail"] == "No request is held for route 'account.me'.")
  }

  @Test func `answers five hundred at once`() throws {
    let server = try server()
    let waiting = try (0..<500).map { _ in
      let client = try RawClient(port: server.port)
      try client.request("GET", "/orders")
      return client
    }
    #expect(try server.held("?count=500&waitSeconds=30").count == 500)

    let reply = try server.admin("POST", "/held/release?drain=true", #"{"variant":"serverError"}"#)

    #expect(reply.released == Array(1...500))
    #expect(reply.json?["drained"] == true)
    for client in waiting { #expect(try client.readReply().status == 500) }
    #expect(try server.held() == [])
    let ended = try server.admin("GET", "/requests?ending=completed&variant=serverError&limit=1000")
    #expect(ended.json?["requests"]?.arrayValue?.count == 500)
  }

  @Test func `is one release, whoever tries`() throws {
    let server = try server()
    let waiting = try server.hold("/orders")
    let statuses = Lock([Int]())
    let port = server.port

    let threads = try (0..<8).map { _ in
      try WorkerThread {
        let reply = try? RawClient(port: port).get("/__admin/held/1/release", method: "POST")
        statuses.withLock { $0.append(reply?.status ?? 0) }
      }
    }
    for thread in threads { thread.join() }

    #expect(statuses.withLock { $0.sorted() } == [200] + Array(repeating: 404, count: 7))
    #expect(try waiting.readReply().text == "[1,2]")
    #expect(try server.client.get("/me").text == "Ada")
  }

  @Test func `is waited for by a search for its variant`() throws {
    let server = try server()
    let waiting = try server.hold("/orders")
    let asking = try RawClient(port: server.port)
    try asking.request("GET", "/__admin/requests?variant=serverError&waitSeconds=60")
    #expect(eventually { server.server.parkedCount == 2 })

    _ = try server.release(1, #"{"variant":"serverError"}"#)

    let found = try asking.readReply().json?["requests"]?.arrayValue
    #expect(found?.map { $0["seq"] } == [1])
    withExtendedLifetime(waiting) {}
  }
}
