import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A daemon that takes the place of another")
struct HandOverTests {
  /// The catalog of a later build, in which a route is gone.
  private static let smaller = Catalog(
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, query: ["page": 1], default: .json(["items": []]))
    })

  @Test func `has the choices, what is left of leases, the scenario and the network`() throws {
    let daemons = try Succession()
    try daemons.flip("users.list", #"{"variant":"serverError","lease":{"requests":3}}"#)
    try daemons.flip(
      "users.detail", #"{"variant":"forbidden","lease":{"untilRoute":"items.slow"}}"#)
    try daemons.flip("items.slow", #"{"outcome":{"status":418}}"#)
    #expect(
      try daemons.admin(
        "PUT", "/scenario", #"{"scenario":"sold out","keepOverrides":true}"#
      ).status == 200)
    #expect(try daemons.admin("PUT", "/network", #"{"delayMilliseconds":1}"#).status == 200)
    #expect(try daemons.status("/users") == 500)
    let revision = try daemons.admin("GET", "/health").json?["revision"]?.intValue ?? 0

    try daemons.handOver()

    #expect(try [0, 1, 2].map { _ in try daemons.status("/users") } == [500, 500, 401])
    #expect(try daemons.status("/users/1") == 403)
    #expect(try daemons.status("/items/slow") == 418)
    #expect(try daemons.status("/users/1") == 200)
    #expect(try daemons.admin("GET", "/network").json?["delayMilliseconds"] == 1)
    #expect(try daemons.admin("GET", "/health").json?["revision"]?.intValue ?? 0 > revision)
  }

  @Test func `goes on with leases that end by the time`() throws {
    let time = ManualTime()
    let daemons = try Succession { $0.time = time }
    try daemons.flip("users.list", #"{"variant":"serverError","lease":{"seconds":10}}"#)
    time.advance(by: .seconds(6))

    try daemons.handOver()

    #expect(try daemons.status("/users") == 500)
    time.advance(by: .seconds(5))
    #expect(try daemons.status("/users") == 200)
  }

  @Test func `says which choices do not fit its routes, and makes them once they do`() throws {
    let daemons = try Succession()
    try daemons.flip("users.list", #"{"variant":"serverError"}"#)
    try daemons.flip("items.list", #"{"variant":"forbidden"}"#)

    let server = try daemons.handOver(to: Self.smaller)

    #expect(
      server.notices == [
        "There is no route or group 'users.list'. Did you mean 'items.list'? What was chosen there is "
          + "not in force."
      ])
    #expect(try daemons.status("/items?page=1") == 403)
    try daemons.handOver()
    #expect(try daemons.status("/users") == 500)
  }

  @Test func `has the sessions with their ids, names, ports and choices`() throws {
    let daemons = try Succession()
    let begun = try daemons.admin(
      "POST", "/sessions",
      #"{"name":"one","port":true,"ttlSeconds":77,"variants":{"users.list":"forbidden"}}"#)
    let id = try #require(begun.json?["id"]?.stringValue)
    let port = try #require(
      begun.json?["urls"]?["port"]?.stringValue?.split(separator: ":").last.flatMap { Int($0) })
    #expect(
      try daemons.admin(
        "PUT", "/routes/users.list/variant?session=one", #"{"variant":"serverError"}"#
      ).status == 200)

    for _ in 0..<2 {
      try daemons.handOver()

      #expect(try daemons.status("/users", at: port) == 500)
      #expect(try daemons.status("/__session/\(id)/users") == 500)
      #expect(try daemons.status("/users") == 200)
    }
    let session = try daemons.admin("GET", "/sessions/one").json
    #expect(session?["id"]?.stringValue == id)
    #expect(session?["ttlSeconds"] == 77)
    #expect(session?["createdAt"] == begun.json?["createdAt"])
    // Back to what it began with.
    #expect(try daemons.admin("POST", "/reset?session=one").status == 200)
    #expect(try daemons.status("/users", at: port) == 403)
    #expect(try daemons.admin("DELETE", "/sessions/one").status == 204)
    #expect(throws: RawClient.Failure.self) { try RawClient(plainTo: port) }
  }

  @Test func `refuses connections at the port of a session that is offline, and takes them later`()
    throws
  {
    let daemons = try Succession()
    let begun = try daemons.admin(
      "POST", "/sessions", #"{"name":"one","port":true,"variants":{"*":"offline"}}"#)
    let port = try #require(
      begun.json?["urls"]?["port"]?.stringValue?.split(separator: ":").last.flatMap { Int($0) })
    #expect(throws: RawClient.Failure.self) { try RawClient(plainTo: port) }

    try daemons.handOver()

    #expect(throws: RawClient.Failure.self) { try RawClient(plainTo: port) }
    #expect(
      try daemons.admin("PATCH", "/variants?session=one", #"{"*":null}"#).status == 200)
    #expect(try daemons.status("/users", at: port) == 200)
  }

  @Test func `begins the journal and positions anew`() throws {
    let daemons = try Succession()
    try daemons.flip("users.list", #"{"variant":"flaky"}"#)
    #expect(try (0..<3).map { _ in try daemons.status("/users") } == [503, 503, 200])

    try daemons.handOver()

    #expect(try daemons.admin("GET", "/requests").json?["requests"]?.arrayValue == [])
    #expect(try daemons.status("/users") == 503)
  }

  @Test func `keeps the state file that the other has kept`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/state.json"
    let daemons = try Succession { $0.stateFile = path }
    try daemons.flip("users.list", #"{"variant":"serverError"}"#)

    try daemons.handOver()
    try daemons.flip("users.detail", #"{"variant":"forbidden"}"#)

    func isWritten() throws -> Bool {
      let text = String(decoding: try Files.read(path) ?? [], as: UTF8.self)
      return text.contains("serverError") && text.contains("forbidden")
    }
    #expect(try eventually(isWritten))
  }

  @Test func `ends a session whose stream closes at the one before`() throws {
    let daemons = try Succession()
    let id = try #require(
      try daemons.admin("POST", "/sessions", #"{"ttlSeconds":1}"#).json?["id"]?.stringValue)
    let stream = try RawClient(plainTo: daemons.port)
    try stream.request("GET", "/__admin/sessions/\(id)/lease")
    #expect(try stream.read(until: "event: session"))

    for _ in 0..<2 { try daemons.handOver() }

    #expect(try daemons.admin("GET", "/sessions/\(id)").status == 200)
    stream.closeWithRST()
    #expect(try eventually { try daemons.admin("GET", "/sessions/\(id)").status == 404 })
  }

  @Test func `ends the streams of a session at the one before`() throws {
    let daemons = try Succession()
    let id = try #require(
      try daemons.admin("POST", "/sessions", "{}").json?["id"]?.stringValue)
    let stream = try RawClient(plainTo: daemons.port)
    try stream.request("GET", "/__admin/sessions/\(id)/lease")
    #expect(try stream.read(until: "event: session"))
    try daemons.handOver()

    #expect(try daemons.admin("DELETE", "/sessions/\(id)").status == 204)

    #expect(try stream.read(until: "\r\n0\r\n\r\n"))
  }

  @Test func `tells how the next build fares`() throws {
    let daemons = try Succession()
    let reader = try RawClient(plainTo: daemons.port)
    try reader.request("GET", "/__admin/events")
    #expect(try reader.read(until: "retry"))
    #expect(try daemons.admin("GET", "/daemon").json?["build"] == JSON.null)

    daemons.current.note(BuildReport(.failed, text: "A.swift:1:1: error: no"))

    #expect(
      try daemons.admin("GET", "/daemon").json?["build"]
        == ["state": "failed", "text": "A.swift:1:1: error: no"])
    #expect(try reader.read(until: #""part":"build""#))
  }
}
