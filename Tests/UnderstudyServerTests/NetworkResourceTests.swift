import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The network resource")
struct NetworkResourceTests {
  private let server: TestServer

  init() throws {
    server = try TestServer()
  }

  @Test(arguments: [
    ("3g", #"{"delayMilliseconds":300,"jitterMilliseconds":50,"bytesPerSecond":200000}"#),
    ("edge", #"{"delayMilliseconds":840,"jitterMilliseconds":150,"bytesPerSecond":30000}"#),
    (
      "lossy",
      #"{"delayMilliseconds":50,"jitterMilliseconds":50,"failures":{"rate":0.1,"variant":"offline","seed":0}}"#
    ),
    ("off", #"{"delayMilliseconds":null}"#),
  ])
  func `has presets`(name: String, conditions: String) throws {
    let reply = try server.admin("PUT", "/network", "{\"preset\":\"\(name)\"}")

    #expect(reply.status == 200)
    #expect(reply.json?.text == conditions)
    #expect(try server.admin("GET", "/network").json == reply.json)
    // What is read can be sent again.
    #expect(try server.admin("PUT", "/network", conditions).json == reply.json)
  }

  @Test func `lets fields go before the preset's own`() throws {
    let reply = try server.admin(
      "PUT", "/network", #"{"preset":"3g","delayMilliseconds":0,"jitterMilliseconds":0}"#)

    #expect(
      reply.json == ["delayMilliseconds": 0, "jitterMilliseconds": 0, "bytesPerSecond": 200_000])
  }

  @Test func `refuses a failure that no route knows`() throws {
    let reply = try server.admin(
      "PUT", "/network", #"{"failures":{"rate":0.5,"variant":"ofline"}}"#)

    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "unknown-variant")
    #expect(
      reply.json?["detail"]
        == "Field 'failures.variant' names 'ofline', which no route has. Did you mean 'offline'?")
  }

  @Test func `fails requests, and says so in the journal`() throws {
    _ = try server.admin(
      "PUT", "/network", #"{"failures":{"rate":1,"variant":"maintenance"}}"#)

    #expect(try server.client.get("/users").status == 503)
    // Who asks for a variant gets it.
    #expect(
      try server.client.get("/users", headers: ["Understudy-Variant: default"]).status == 200)

    let requests = try server.admin("GET", "/requests").json?["requests"]?.arrayValue ?? []
    #expect(requests.compactMap { $0["source"] } == ["network", "request"])
    #expect(requests.first?["variant"] == "maintenance")
  }

  @Test func `sends every body at its rate`() throws {
    _ = try server.admin("PUT", "/network", #"{"bytesPerSecond":100}"#)
    let system = SystemTime()

    let start = system.now
    let reply = try server.client.get("/users")

    // [{"id":1},{"id":2}]
    #expect(reply.body.count == 19)
    #expect(system.now - start >= .milliseconds(190))
    #expect(reply.value(of: "Content-Length") == "19")
  }

  @Test func `is a session's own`() throws {
    let session = try #require(
      try server.admin("POST", "/sessions", #"{"name":"slow","network":{"preset":"3g"}}"#).json?[
        "id"]?
        .stringValue)

    #expect(
      try server.admin("GET", "/network?session=\(session)").json?["bytesPerSecond"] == 200_000)
    #expect(try server.admin("GET", "/network").json == ["delayMilliseconds": nil])
    _ = try server.admin("POST", "/reset?session=\(session)")
    #expect(
      try server.admin("GET", "/network?session=\(session)").json?["bytesPerSecond"] == 200_000)
    _ = try server.admin("DELETE", "/network?session=\(session)")
    #expect(
      try server.admin("GET", "/network?session=\(session)").json == ["delayMilliseconds": nil])
  }

  @Test func `outlives the daemon`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/state.json"
    let conditions =
      #"{"delayMilliseconds":5,"bytesPerSecond":9000,"failures":{"rate":0.5,"variant":"timeout","seed":7}}"#
    do {
      let first = try TestServer { $0.stateFile = file }
      _ = try first.admin("PUT", "/network", conditions)
      first.server.stop()
    }

    let second = try TestServer { $0.stateFile = file }

    #expect(try second.admin("GET", "/network").json?.text == conditions)
  }

  @Test func `is told by what it does in a route's listing`() throws {
    let reply = try server.admin("GET", "/routes/items.slow")

    #expect(reply.json?["delayMilliseconds"] == 500)
  }
}
