import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A state file")
struct StateFileTests {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .json([1]))
      Route("users.create", .post, default: .status(201)).activating([
        "items.list": .dynamic { _ in .status(299) }
      ])
    },
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, default: .json([]))
      for number in 0..<8 {
        Route(RouteID(rawValue: "items.n\(number)"), .get, "/\(number)", default: .status(200))
      }
    },
    scenarios: [Scenario("logged out", ["users.*": .unauthorized])])

  let folder: TemporaryFolder
  let log = RequestLogTests.Lines()
  var path: String { "\(folder.path)/state.json" }
  var text: String? { (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } }

  init() throws { folder = try TemporaryFolder() }

  private func serve(_ path: String? = nil) throws -> TestServer {
    let file = path ?? self.path
    let log = log
    return try TestServer(Self.catalog) {
      $0.stateFile = file
      $0.log = .text
      $0.logSink = { log.add($0) }
    }
  }

  private func patch(_ server: TestServer, _ body: String) throws {
    let reply = try server.admin("PATCH", "/variants", body)
    guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
  }

  /// What answers on each route, as `id variant/source`; those with their default left out.
  private func active(_ server: TestServer) throws -> [String] {
    let routes = try #require(try server.admin("GET", "/routes").json?["routes"]?.arrayValue)
    return routes.compactMap { route in
      let source = route["source"]?.stringValue ?? ""
      guard source != "default" else { return nil }
      return "\(route["id"]?.stringValue ?? "") \(route["active"]?.stringValue ?? "")/\(source)"
    }
  }

  // MARK: - From one daemon to the next

  @Test func `keeps overrides and delay for the next daemon`() throws {
    let first = try serve()
    try patch(
      first,
      #"{"users.list":"serverError","items.*":{"outcome":{"status":402,"json":{"left":0}}}}"#)
    _ = try first.admin("PUT", "/network", #"{"delayMilliseconds":1}"#)
    let before = try active(first)
    first.server.stop()

    let second = try serve()

    #expect(try active(second) == before)
    #expect(try second.client.get("/items/3").text == #"{"left":0}"#)
    #expect(try second.admin("GET", "/network").json == ["delayMilliseconds": 1])
    #expect(second.server.notices.isEmpty)
    #expect(
      text == """
        {
          "version": 1,
          "overrides": {
            "items.*": {
              "outcome": {
                "status": 402,
                "json": {
                  "left": 0
                }
              }
            },
            "users.list": "serverError"
          },
          "network": {
            "delayMilliseconds": 1
          }
        }

        """)
  }

  @Test func `is written soon after a change, without an end of the daemon`() throws {
    let server = try serve()

    try server.flip("users.list", "offline")

    #expect(eventually { text?.contains(#""users.list": "offline""#) == true })
    _ = try server.admin("DELETE", "/variants")
    #expect(eventually { text == "{\n  \"version\": 1\n}\n" })
  }

  @Test func `keeps the scenario`() throws {
    try folder.write("state.json", #"{"version":1,"scenario":"logged out"}"#)
    let first = try serve()
    #expect(try active(first).first == "users.list unauthorized/scenario")
    #expect(try first.admin("GET", "/routes").json?["scenario"] == "logged out")

    try first.flip("users.create", "offline")
    first.server.stop()

    #expect(
      try active(serve())
        == ["users.list unauthorized/scenario", "users.create offline/route"])
  }

  @Test func `has nothing of sessions, which begin with what it says`() throws {
    try folder.write("state.json", Self.gone)
    let server = try serve()
    let session = try server.admin(
      "POST", "/sessions", #"{"scenario":"logged out","variants":{"items.*":"offline"}}"#)
    let id = try #require(session.json?["id"]?.stringValue)

    let own = try server.client.get("/__session/\(id)/users")
    for (method, path, body) in [
      ("PUT", "/routes/users.list/variant", #"{"variant":"timeout"}"#),
      ("DELETE", "/variants", nil),
      ("POST", "/reset", nil),
    ] {
      let reply = try server.admin(method, "\(path)?session=\(id)", body)
      #expect(reply.status == 200)
    }
    server.server.stop()

    #expect(own.status == 401)
    #expect(text == Self.gone)
  }

  @Test func `is not needed, and not made where nothing is chosen`() throws {
    let server = try serve()
    server.server.stop()

    #expect(server.server.notices.isEmpty)
    #expect(text == nil)
  }

  @Test func `may be empty`() throws {
    try folder.write("state.json", "")
    let server = try serve()

    try server.flip("users.list", "offline")
    server.server.stop()

    #expect(server.server.notices.isEmpty)
    #expect(text?.contains("offline") == true)
  }

  @Test func `stays as it is written where nothing changes`() throws {
    let written = #"{"network": {}, "overrides": {"users.list": "offline"}, "version": 1}"#
    try folder.write("state.json", written)

    let server = try serve()
    #expect(try active(server) == ["users.list offline/route"])
    server.server.stop()

    #expect(text == written)
  }

  @Test func `has no leases, and what lies below them`() throws {
    let server = try serve()
    try server.flip("users.list", "offline")

    try patch(
      server,
      #"""
      {"users.list":{"variant":"timeout","lease":{"requests":5}},
       "items.*":{"variant":"timeout","lease":{"seconds":60}}}
      """#)
    server.server.stop()

    #expect(try active(serve()) == ["users.list offline/route"])
    #expect(text?.contains("timeout") == false)
  }

  @Test func `has in the end what is in force, whoever chooses at the same time`() throws {
    let server = try serve()
    let port = server.port
    let threads = try (0..<8).map { number in
      try WorkerThread {
        guard let client = try? RawClient(port: port) else { return }
        for round in 0..<50 {
          let variant = ["offline", "timeout", "forbidden"][(round + number) % 3]
          let name = round % 5 == 0 ? "users.list" : "items.n\(number)"
          _ = try? client.get(
            "/__admin/routes/\(name)/variant", method: round % 9 == 0 ? "DELETE" : "PUT",
            body: round % 9 == 0 ? nil : #"{"variant":"\#(variant)"}"#)
        }
      }
    }
    for thread in threads { thread.join() }
    let inForce = try active(server)
    server.server.stop()

    #expect(inForce.count >= 8)
    #expect(try active(serve()) == inForce)
  }

  // MARK: - What is wrong with it

  struct Broken: Sendable, CustomTestStringConvertible {
    var text: String, reason: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Broken(
      text: #"{"version":1,"#,
      reason: "It is no JSON: line 1, column 14: expected a key in quotes, found the end."),
    Broken(text: "[]", reason: "It must be a JSON object, not an array."),
    Broken(text: #"{"version":2}"#, reason: "Field 'version' must be 1, not 2."),
  ])
  func `is left alone where it is broken`(_ broken: Broken) throws {
    try folder.write("state.json", broken.text)
    let server = try serve()
    let message =
      "State file '\(path)' is broken. \(broken.reason) It is left alone, and state is not kept: "
      + "mend or remove it, and start again."

    try server.flip("users.list", "offline")
    #expect(try active(server) == ["users.list offline/route"])
    server.server.stop()

    #expect(server.server.notices == [message])
    #expect(log.wait(for: message).contains("warning: \(message)"))
    #expect(text == broken.text)
  }

  static let gone = """
    {"version":1,"scenario":"loged out",
     "overrides":{"users.lst":"offline","shop.*":{"outcome":{"status":402}},
     "users.list":"soldOut","users.create":"offline"}}
    """

  @Test func `names what is gone, each, and keeps it`() throws {
    try folder.write("state.json", Self.gone)
    let first = try serve()
    let end =
      " That choice is not in force; it stays in the file until another takes its place or all are "
      + "taken back."

    #expect(
      first.server.notices
        == [
          "There is no scenario 'loged out'. Did you mean 'logged out'?",
          "There is no route or group 'users.lst'. Did you mean 'users.list'?",
          "There is no route or group 'shop.*'.",
          "'users.list' has no variant 'soldOut'.",
        ].map { "State file '\(path)': \($0)\(end)" })
    #expect(log.wait(for: "soldOut").contains("warning: State file '\(path)': There is no route"))
    #expect(try active(first) == ["users.create offline/route"])
    try first.flip("users.create", "timeout")
    first.server.stop()

    let kept = try StateFileTests.members(text)
    #expect(kept == ["loged out", "users.create", "users.lst", "shop.*", "users.list"])
    #expect(try serve().server.notices.count == 4)
  }

  struct Forgetting: Sendable, CustomTestStringConvertible {
    var method: String, path: String
    var body: String?
    /// The scenario and the overrides that are left in the file.
    var left: [String]
    var testDescription: String { "\(method) \(path) \(body ?? "")" }
  }

  @Test(arguments: [
    Forgetting(
      method: "PUT", path: "/routes/users.list/variant", body: #"{"variant":"timeout"}"#,
      left: ["loged out", "users.list", "users.create", "users.lst", "shop.*"]),
    Forgetting(
      method: "PATCH", path: "/variants",
      body: #"{"users.list":{"variant":"timeout","lease":{"requests":1}},"users.create":null}"#,
      left: ["loged out", "users.lst", "shop.*", "users.list"]),
    Forgetting(
      method: "DELETE", path: "/routes/users.list/variant",
      left: ["loged out", "users.create", "users.lst", "shop.*"]),
    Forgetting(method: "DELETE", path: "/variants", left: ["loged out"]),
    Forgetting(
      method: "PUT", path: "/scenario", body: #"{"scenario":"logged out"}"#, left: ["logged out"]),
    Forgetting(
      method: "PUT", path: "/scenario", body: #"{"scenario":"logged out","keepOverrides":true}"#,
      left: ["logged out", "users.create", "users.lst", "shop.*", "users.list"]),
    Forgetting(
      method: "DELETE", path: "/scenario",
      left: ["users.create", "users.lst", "shop.*", "users.list"]),
    Forgetting(method: "POST", path: "/reset", body: #"{"only":["choices"]}"#, left: []),
    Forgetting(
      method: "POST", path: "/reset", body: #"{"only":["network"]}"#,
      left: ["loged out", "users.lst", "shop.*", "users.list", "users.create"]),
  ])
  func `forgets what is gone where somebody takes it back`(_ forgetting: Forgetting) throws {
    try folder.write("state.json", Self.gone)
    let server = try serve()

    let reply = try server.admin(forgetting.method, forgetting.path, forgetting.body)
    server.server.stop()

    #expect(reply.status == 200)
    #expect(try StateFileTests.members(text) == forgetting.left)
  }

  /// The scenario and the names of the overrides in a document.
  private static func members(_ text: String?) throws -> [String] {
    let json = try JSON(parsing: try #require(text))
    return [json["scenario"]?.stringValue].compactMap(\.self)
      + (json["overrides"]?.objectValue?.map(\.key) ?? [])
  }

  // MARK: - What cannot be written

  @Test func `that cannot be written is told once, and written when it can be`() throws {
    let (here, gone) = ("\(folder.path)/here", "\(folder.path)/gone")
    try folder.write("here/other", "")
    let server = try serve("\(here)/state.json")
    try FileManager.default.moveItem(atPath: here, toPath: gone)
    let message =
      "State file '\(here)/state.json' cannot be written: No such file or directory. The daemon goes "
      + "on, and tries again each second: see to the folder, or to the space on its disk."

    try server.flip("users.list", "offline")
    #expect(log.wait(for: message).contains("warning: \(message)"))
    try server.flip("items.list", "offline")
    #expect(try active(server).count == 2)
    #expect(try server.admin("GET", "/health").json?["problems"] == [.string(message)])
    try FileManager.default.moveItem(atPath: gone, toPath: here)
    // Without a further change.
    let path = "\(here)/state.json"
    #expect(
      try eventually {
        try Files.read(path).map { String(decoding: $0, as: UTF8.self).contains("items.list") }
          == true
      })
    #expect(
      try eventually { try server.admin("GET", "/health").json?["problems"] == .array([]) })
    try server.flip("users.create", "offline")
    server.server.stop()

    #expect(log.wait(for: message).split(separator: message).count == 2)
    #expect(try active(serve("\(here)/state.json")).count == 3)
  }

  @Test func `that cannot be written to the end says what is lost, and stays whole`() throws {
    let (here, gone) = ("\(folder.path)/here", "\(folder.path)/gone")
    try folder.write("here/state.json", #"{"version":1,"overrides":{"users.list":"offline"}}"#)
    let before = try Files.read("\(here)/state.json")
    let server = try serve("\(here)/state.json")
    try FileManager.default.moveItem(atPath: here, toPath: gone)

    try server.flip("items.list", "offline")
    server.server.stop()

    let message =
      "State file '\(here)/state.json' could not be written: No such file or directory. It says what "
      + "was chosen before that; later choices are lost."
    #expect(log.wait(for: message).contains("warning: \(message)"))
    #expect(try Files.read("\(gone)/state.json") == before)
  }

  @Test func `must be in a folder that can be written`() throws {
    #expect(throws: MockServer.StartError.self) { try serve("/nowhere/state.json") }
    do {
      _ = try serve("/nowhere/state.json")
    } catch MockServer.StartError.state(let reason) {
      #expect(
        reason == "State file '/nowhere/state.json' cannot be written: No such file or directory.")
    }
    do {
      _ = try serve(folder.path)
      Issue.record("a folder was taken for a file")
    } catch MockServer.StartError.state(let reason) {
      #expect(reason == "State file '\(folder.path)' cannot be read: Is a directory.")
    }
  }

  @Test func `lacks what only code can say, and that is told once`() throws {
    let server = try serve()
    let message =
      "State file '\(path)' lacks the choice for 'items.list': its outcome is code, which cannot be "
      + "written."

    #expect(try server.client.get("/users", method: "POST").status == 201)
    #expect(try server.client.get("/items").status == 299)
    #expect(log.wait(for: message).contains("warning: \(message)"))
    try server.flip("users.list", "offline")
    server.server.stop()

    #expect(log.wait(for: message).split(separator: message).count == 2)
    #expect(try StateFileTests.members(text) == ["users.list"])
  }
}
