import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The list of held requests")
struct HeldListTests {
  /// Asks on a connection of its own, whose answer is read later.
  private func ask(_ server: TestServer, _ query: String) throws -> RawClient {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/__admin/held\(query)")
    return client
  }

  private func held(_ reply: RawReply) throws -> [JSON] {
    try #require(reply.json?["held"]?.arrayValue, "\(reply.text)")
  }

  @Test func `has those that wait, the oldest first, and for how long`() throws {
    let time = ManualTime()
    let server = try TestServer { $0.time = time }
    #expect(try server.held() == [])
    try server.flip("users.list", "timeout")

    let first = try server.hold("/users")
    time.advance(by: .milliseconds(1250))
    let second = try server.hold("/users", method: "HEAD")
    time.advance(by: .milliseconds(250))

    let held = try server.held()
    #expect(held.map { $0["seq"] } == [1, 2])
    #expect(held.map { $0["method"] } == ["GET", "HEAD"])
    #expect(held.map { $0["heldMilliseconds"]?.doubleValue } == [1500, 250])
    #expect(held.map { $0["variant"] } == ["timeout", "timeout"])
    #expect(held.map { $0["ending"] } == [.null, .null])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `is waited for, until there is one`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let asking = try ask(server, "?waitSeconds=60")
    #expect(eventually { server.server.parkedCount == 1 })

    let waiting = try server.hold()

    #expect(try held(asking.readReply()).map { $0["seq"] } == [1])
    withExtendedLifetime(waiting) {}
  }

  @Test func `is waited for, until there are so many`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let asking = try ask(server, "?count=2&waitSeconds=60")

    let first = try server.hold()
    #expect(eventually { server.server.parkedCount == 2 })
    let second = try server.hold()

    #expect(try held(asking.readReply()).map { $0["seq"] } == [1, 2])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `has what is there once the time is over`() throws {
    let time = ManualTime()
    let server = try TestServer { $0.time = time }
    try server.flip("users.list", "timeout")
    let waiting = try server.hold()
    let asking = try ask(server, "?count=2&waitSeconds=5")
    #expect(eventually { server.server.parkedCount == 2 })

    time.advance(by: .seconds(5))

    let reply = try asking.readReply()
    #expect(reply.status == 200)
    #expect(try held(reply).count == 1)
    withExtendedLifetime(waiting) {}
  }

  @Test func `is of one route where that is asked`() throws {
    let server = try TestServer()
    _ = try server.admin("PUT", "/variant", #"{"variant":"timeout"}"#)
    let asking = try ask(server, "?route=items.list&waitSeconds=60")

    let users = try server.hold("/users")
    let items = try server.hold("/items?page=1")

    #expect(try held(asking.readReply()).map { $0["route"] } == ["items.list"])
    #expect(try server.held("?route=users.list").map { $0["seq"] } == [1])
    #expect(try server.held().map { $0["seq"] } == [1, 2])
    withExtendedLifetime((users, items)) {}
  }

  @Test(.bug(id: "D04"), arguments: [true, false])
  func `loses a client that hangs up, who is on record as cancelled`(isOrdinary: Bool) throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let leaving = try server.hold()
    let staying = try server.hold()

    if isOrdinary { leaving.closeWithFIN() } else { leaving.closeWithRST() }

    let ended = try server.admin("GET", "/requests?ending=cancelled&waitSeconds=10")
    #expect(ended.json?["requests"]?.arrayValue?.map { $0["seq"] } == [1])
    #expect(try server.held().map { $0["seq"] } == [2])
    withExtendedLifetime(staying) {}
  }

  @Test func `loses those that are held for too long, which are closed`() throws {
    let time = ManualTime()
    let server = try TestServer {
      $0.time = time
      $0.maxHold = .seconds(3)
    }
    try server.flip("users.list", "timeout")
    let waiting = try server.hold()

    time.advance(by: .seconds(3))

    #expect(try waiting.readToEnd().ended == .fin)
    #expect(try eventually { try server.request(1)?["ending"] == "closed" })
    #expect(try server.held() == [])
  }

  @Test(arguments: [nil, #"{"only":["held"]}"#])
  func `is empty after a reset, which drops them`(body: String?) throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let waiting = try server.hold()

    #expect(try server.admin("POST", "/reset?drain=true", body).json?["drained"] == true)

    #expect(try waiting.readToEnd().ended == .reset)
    #expect(try server.held() == [])
    #expect(server.server.parkedCount == 0)
  }

  @Test func `has no requests that are merely delayed, nor admin calls that wait`() throws {
    let time = ManualTime()
    let server = try TestServer { $0.time = time }
    try server.flip("users.list", "loading")
    let delayed = try RawClient(port: server.port)
    try delayed.request("GET", "/users")
    let asking = try ask(server, "?waitSeconds=60")
    #expect(eventually { server.server.parkedCount == 2 })

    #expect(try server.held() == [])
    withExtendedLifetime((delayed, asking)) {}
  }

  @Test(arguments: [
    #"{"outcome":{"held":true,"delayMilliseconds":200}}"#,
    #"{"outcome":{"sequence":[{"held":true,"delayMilliseconds":200}]}}"#,
  ])
  func `has one that is held after a delay once that is over`(choice: String) throws {
    let time = ManualTime()
    let server = try TestServer { $0.time = time }
    _ = try server.admin("PUT", "/routes/users.list/variant", choice)
    let waiting = try RawClient(port: server.port)
    try waiting.request("GET", "/users")
    #expect(eventually { server.server.parkedCount == 1 })

    #expect(try server.held() == [])
    time.advance(by: .milliseconds(200))

    #expect(try server.held("?waitSeconds=60").count == 1)
    #expect(try server.release(1, #"{"variant":"empty"}"#).status == 200)
    #expect(try waiting.readReply().text == "[]")
  }

  @Test func `is told by events`() throws {
    let server = try TestServer()
    let listener = try RawClient(port: server.port)
    try listener.request("GET", "/__admin/events")
    #expect(try listener.read(until: "retry: 1000\n\n"))
    try server.flip("users.list", "timeout")

    let waiting = try server.hold()
    #expect(try listener.read(until: "event: held\ndata: {\"seq\":1,"))
    _ = try server.release(1, #"{"variant":"serverError"}"#)

    #expect(try listener.read(until: "event: ended\ndata: {\"seq\":1,"))
    #expect(try listener.read(until: #""variant":"serverError""#))
    #expect(try waiting.readReply().status == 500)
  }

  @Test func `is kept whatever the journal keeps`() throws {
    let server = try TestServer { $0.journalEntries = 0 }
    try server.flip("users.list", "timeout")
    let waiting = try server.hold()
    _ = try server.admin("DELETE", "/requests")

    #expect(try server.held().map { $0["seq"] } == [1])
    #expect(try server.release(1, #"{"variant":"serverError"}"#).released == [1])
    #expect(try waiting.readReply().status == 500)
  }

  @Test(arguments: [
    ("route=users.lst", 404, "There is no route 'users.lst'. Did you mean 'users.list'?"),
    (
      "count=0", 400,
      "The query parameter 'count' must be a whole number from 1 to 100000, not '0'."
    ),
    (
      "waitSeconds=1h", 400,
      "The query parameter 'waitSeconds' must be a number of seconds from 0 to 3600, not '1h'."
    ),
    (
      "wait=5", 400,
      "The query parameter 'wait' is not known here. Did you mean 'waitSeconds'? Known: 'route', "
        + "'count', 'waitSeconds', 'session'."
    ),
  ])
  func `says what is wrong with the question`(query: String, status: Int, detail: String) throws {
    let reply = try TestServer().admin("GET", "/held?\(query)")

    #expect(reply.status == status)
    #expect(reply.json?["detail"]?.stringValue == detail)
  }
}
