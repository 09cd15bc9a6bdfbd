import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The held requests of a session")
struct HeldSessionTests {
  /// A session whose list of users is held, with one request that is.
  private func hold(
    _ way: Way, _ server: TestServer, _ session: BegunSession
  ) throws -> RawClient {
    try server.flip("users.list", "timeout", in: session)
    let waiting = try way.request("GET", "/users", in: session)
    guard try server.held("?session=\(session.id)&waitSeconds=10").count == 1 else {
      throw RawClient.Failure(description: "the request is not held")
    }
    return waiting
  }

  @Test(arguments: Way.allCases)
  func `are its own, and released there alone`(_ way: Way) throws {
    let server = try TestServer()
    let (mine, other) = (try server.begin(), try server.begin())
    let waiting = try hold(way, server, mine)

    for query in ["", "?session=\(other.id)"] {
      #expect(try server.held(query) == [])
      let one = try server.admin("POST", "/held/1/release\(query)")
      #expect(one.status == 404)
      #expect(
        one.json?["detail"]?.stringValue
          == "Request 1 is one of session '\(mine.id)': release it with '?session=\(mine.id)'.")
      let all = try server.admin("POST", "/held/release\(query)")
      #expect(all.status == 404)
      #expect(
        all.json?["detail"]
          == "No request is held. 1 is held elsewhere: GET /__admin/held?session=* lists it.")
    }
    #expect(try server.held("?session=*").map { $0["session"]?.stringValue } == [mine.id])

    let reply = try way.get(
      "/__admin/held/1/release", in: mine, method: "POST",
      body: #"{"outcome":{"redirect":"/users/7"}}"#)

    #expect(reply.released == [1])
    let answer = try waiting.readReply()
    #expect(answer.status == 302)
    #expect(answer.value(of: "Location") == (way == .path ? mine.prefix : "") + "/users/7")
  }

  @Test func `leave those of the base where they are`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let session = try server.begin()
    let base = try server.hold("/users")
    let own = try server.hold("\(session.prefix)/users")

    let released = try server.admin("POST", "/held/release?session=\(session.id)")
    let elsewhere = try server.admin("POST", "/held/1/release?session=\(session.id)")

    #expect(released.released == [2])
    #expect(try own.readReply().status == 200)
    #expect(
      elsewhere.json?["detail"] == "Request 1 is one of the base: release it without a session.")
    #expect(try server.held().map { $0["seq"] } == [1])
    withExtendedLifetime(base) {}
  }

  @Test func `are dropped by its reset, and no other's`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let session = try server.begin()
    let base = try server.hold("/users")
    let own = try server.hold("\(session.prefix)/users")

    let reply = try server.admin("POST", "/reset?session=\(session.id)&drain=true")

    #expect(reply.json?["drained"] == true)
    #expect(try own.readToEnd().ended == .reset)
    #expect(try server.held("?session=*").map { $0["seq"] } == [1])
    withExtendedLifetime(base) {}
  }

  @Test func `are not waited for once it has ended`() throws {
    let server = try TestServer()
    let session = try server.begin()
    _ = try Way.path.get("/users", in: session)
    let asking = try RawClient(port: server.port)
    try asking.request("GET", "/__admin/held?session=\(session.id)&waitSeconds=60")
    #expect(eventually { server.server.parkedCount == 1 })

    try server.end(session)

    #expect(try asking.readReply().json?["held"] == [])
    #expect(try server.held("?session=\(session.id)") == [])
  }

  @Test func `are alone in being waited for by its changes`() throws {
    let server = try TestServer()
    try server.flip("users.list", "timeout")
    let session = try server.begin()
    let base = try server.hold("/users")

    let quiet = try server.admin("DELETE", "/variants?session=\(session.id)&drain=true")
    try server.flip("users.list", "timeout", in: session)
    let own = try server.hold("\(session.prefix)/users")
    let busy = try server.admin(
      "DELETE", "/variants?session=\(session.id)&drain=true&drainSeconds=0")

    #expect(quiet.json?["drained"] == true)
    #expect(busy.json?["drained"] == false)
    #expect(busy.json?["unfinished"]?.arrayValue?.map { $0["seq"] } == [2])
    withExtendedLifetime((base, own)) {}
  }
}
