import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The end of a session")
struct SessionEndTests {
  @Test(arguments: Way.allCases)
  func `drops what is held and what is delayed`(_ way: Way) throws {
    let server = try TestServer(configure: { $0.time = ManualTime() })
    let (mine, other) = (try server.begin(), try server.begin())
    for session in [mine, other] { try server.flip("users.list", "timeout", in: session) }
    let held = try way.request("GET", "/users", in: mine)
    let delayed = try way.request("GET", "/items/slow", in: mine)
    let others = try way.request("GET", "/users", in: other)
    #expect(eventually { server.server.parkedCount == 3 })

    try server.end(mine)

    #expect(try held.readToEnd().ended == .reset)
    #expect(try delayed.readToEnd().ended == .reset)
    #expect(eventually { server.server.parkedCount == 1 })
    #expect(
      try eventually {
        let journal = try server.admin("GET", "/requests?session=\(mine.id)").json
        return journal?["requests"]?.arrayValue?.map { $0["ending"] } == ["dropped", "dropped"]
      })
    withExtendedLifetime(others) {}
  }

  @Test func `closes its streams of events, and no other's`() throws {
    let server = try TestServer()
    let session = try server.begin()
    let streams = try ["?session=\(session.id)", ""].map { query in
      let client = try RawClient(port: server.port)
      try client.request("GET", "/__admin/events\(query)")
      #expect(try client.read(until: "retry: 1000\n\n"))
      return client
    }

    try server.end(session)

    #expect(try streams[0].read(until: "\r\n0\r\n\r\n"))
    _ = try server.client.get("/users")
    #expect(try streams[1].read(until: "event: ended"))
  }

  @Test(arguments: [
    ("GET", "/requests?waitSeconds=60&route=users.list", nil, 200),
    ("POST", "/verifications", #"{"route":"users.list","withinSeconds":60}"#, 409),
  ])
  func `decides what waits for its requests`(
    _ method: String, _ path: String, _ body: String?, _ status: Int
  ) throws {
    // Its clock stands still: nothing but the end of the session can decide.
    let server = try TestServer(configure: { $0.time = ManualTime() })
    let session = try server.begin()
    let client = try RawClient(port: server.port)
    try client.request(method, "\(session.prefix)/__admin\(path)", body: body)
    #expect(eventually { server.server.parkedCount == 1 })

    try server.end(session)

    #expect(try client.readReply().status == status)
  }

  @Test func `closes its port, and resets who is connected there`() throws {
    let server = try TestServer()
    let session = try server.begin()
    let port = try #require(session.port)
    let client = try RawClient(port: port)
    #expect(try client.get("/users").status == 200)

    try server.end(session)

    #expect(try client.readToEnd().ended == .reset)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port, host: "::1") }
    #expect(eventually { openSocketCount(onPort: port) == 0 })
  }

  @Test func `leaves its journal, which is read by its id`() throws {
    let server = try TestServer(configure: { $0.journalEntries = 3 })
    let session = try server.begin(#"{"name":"checkout"}"#)
    _ = try Way.path.get("/users", in: session)
    try server.end(session)

    let read = try server.admin("GET", "/requests?session=\(session.id)")
    let verified = try server.admin(
      "POST", "/verifications?session=\(session.id)",
      #"{"route":"users.list","count":{"exactly":1}}"#)

    #expect(read.json?["requests"]?.arrayValue?.first?["target"] == "/users")
    let seq = try #require(read.json?["requests"]?.arrayValue?.first?["seq"]?.intValue)
    #expect(try server.admin("GET", "/requests/\(seq)?session=\(session.id)").status == 200)
    #expect(verified.status == 200)
    // Nothing can be chosen in it, and its name is free.
    #expect(try server.admin("GET", "/routes?session=\(session.id)").status == 404)
    #expect(try server.admin("GET", "/requests?session=checkout").status == 404)
    // Until it is pushed out.
    for _ in 0..<3 { _ = try server.client.get("/users") }
    let other = try server.begin()
    try server.end(other)
    #expect(try server.admin("GET", "/requests?session=\(session.id)").status == 404)
  }

  @Test func `comes when nothing has happened in it for long enough`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let idle = try server.begin(#"{"ttlSeconds":60,"port":true}"#)
    let used = try server.begin(#"{"ttlSeconds":60}"#)
    let long = try server.begin(#"{"ttlSeconds":600}"#)

    time.advance(by: .seconds(59))
    #expect(try Way.path.get("/users", in: used).status == 200)
    // It has ended a moment after its client has the answer.
    #expect(eventually { server.server.openExchangeCount == 0 })
    time.advance(by: .seconds(1))

    #expect(try eventually { try server.session(idle.id) == nil })
    #expect(eventually { openSocketCount(onPort: idle.port ?? 0) == 0 })
    #expect(try server.session(used.id) != nil)
    #expect(try server.session(long.id) != nil)
    time.advance(by: .seconds(59))
    #expect(try eventually { try server.session(used.id) == nil })
    #expect(try server.session(long.id) != nil)
  }

  @Test func `waits for calls of its admin API too, but not for a look at it`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let (called, seen) = (
      try server.begin(#"{"ttlSeconds":60}"#), try server.begin(#"{"ttlSeconds":60}"#)
    )

    time.advance(by: .seconds(59))
    _ = try server.admin("GET", "/routes?session=\(called.id)")
    #expect(try server.session(seen.id) != nil)
    time.advance(by: .seconds(1))

    #expect(try eventually { try server.session(seen.id) == nil })
    #expect(try server.session(called.id) != nil)
  }

  /// What goes on in a session, and keeps it from being idle.
  enum Activity: String, CaseIterable, CustomTestStringConvertible {
    case heldRequest, eventStream, leaseStream, waitingCall

    var testDescription: String { rawValue }

    func begin(in session: BegunSession) throws -> RawClient {
      let client = try RawClient(port: session.serverPort)
      switch self {
      case .heldRequest: try client.request("GET", "\(session.prefix)/users")
      case .eventStream: try client.request("GET", "\(session.prefix)/__admin/events")
      case .leaseStream: try client.request("GET", "/__admin/sessions/\(session.id)/lease")
      case .waitingCall:
        try client.request("GET", "\(session.prefix)/__admin/requests?waitSeconds=3600")
      }
      return client
    }
  }

  @Test(arguments: Activity.allCases)
  func `does not come while something goes on in it`(_ activity: Activity) throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let body = #"{"ttlSeconds":60,"variants":{"users.list":"timeout"}}"#
    let session = try server.begin(body)
    // Once these two have ended, one after the other, all sessions have been looked at.
    let witnesses = try ["60", "120"].map { try server.begin(#"{"ttlSeconds":\#($0)}"#) }
    let client = try activity.begin(in: session)
    switch activity {
    case .heldRequest, .waitingCall: #expect(eventually { server.server.parkedCount == 1 })
    case .eventStream: #expect(try client.read(until: "retry: 1000\n\n"))
    case .leaseStream: #expect(try client.read(until: "event: session\n"))
    }

    for witness in witnesses {
      time.advance(by: .seconds(60))
      #expect(try eventually { try server.session(witness.id) == nil })
    }
    #expect(try server.session(session.id) != nil)

    client.closeWithFIN()
    #expect(
      try eventually {
        time.advance(by: .seconds(61))
        return try server.session(session.id) == nil
      })
  }
}
