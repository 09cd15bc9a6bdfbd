import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The TLS profile of a scenario")
struct ScenarioProfileTests {
  private static let catalog = Catalog(
    RouteGroup("users", path: "/users") { Route("users.list", .get, default: .json([])) },
    scenarios: [
      Scenario("reset", [:]).tls(.handshakeReset), Scenario("old", [:]).tls(.tls12Only),
      Scenario("expired", [:]).tls(.expired), Scenario("later", from: "expired", [:]),
    ])

  private static let lockedOut =
    "Scenario 'reset' has the TLS profile 'handshakeReset'. The admin API is at the port for HTTPS "
    + "alone (--port off), and nobody could take it back: choose it for a session, or start with "
    + "--admin-port."

  private static func given(_ scenario: String) -> String {
    "Scenario '\(scenario)' has the TLS profile 'expired'. The certificate was given with "
      + "--tls-cert, and there is none that goes wrong as 'expired' does."
  }

  /// How a scenario is chosen.
  private static let doors = [
    ("PUT", "/scenario", #"{"scenario":"NAME"}"#), ("PUT", "/variants", #"{"scenario":"NAME"}"#),
    ("POST", "/sessions", #"{"scenario":"NAME"}"#),
  ]

  private func expect(_ reply: RawReply, _ words: String) {
    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "tls-unavailable")
    #expect(reply.json?["detail"]?.stringValue == words)
  }

  @Test(arguments: doors)
  func `is refused where there is no such certificate`(
    method: String, path: String, body: String
  ) throws {
    let server = try TestServer(Self.catalog, tls: true)

    for name in ["expired", "later"] {
      expect(
        try server.admin(method, path, body.replacing("NAME", with: name)), Self.given(name))
      #expect(server.server.notices.contains(Self.given(name) + " It cannot be chosen."))
    }
    #expect(try server.admin("GET", "/scenarios").json?["active"] == .null)
    #expect(try server.admin("GET", "/sessions").json?["sessions"] == [])
  }

  @Test func `locks nobody out of the only port`() throws {
    let server = try TestServer(Self.catalog, tls: true) { $0.servesPlain = false }

    for (method, path, body) in Self.doors.prefix(2) {
      expect(
        try server.admin(method, path, body.replacing("NAME", with: "reset")), Self.lockedOut)
    }
    #expect(try RawClient(port: server.port).get("/users").status == 200)
    #expect(try server.admin("PUT", "/scenario", #"{"scenario":"old"}"#).status == 200)
    let session = try server.begin(#"{"scenario":"reset"}"#)
    #expect(session.description.scenario == "reset")
    let path = "/scenario?session=\(session.id)"
    #expect(try server.admin("PUT", path, #"{"scenario":"reset"}"#).status == 200)
  }

  @Test(arguments: [true, false])
  func `can be any where the admin API has another port`(servesPlain: Bool) throws {
    let server = try TestServer(Self.catalog, tls: true) {
      $0.servesPlain = servesPlain
      $0.adminPort = servesPlain ? nil : 0
    }
    let port = server.server.adminURL.split(separator: ":").last.flatMap { Int($0) } ?? 0

    let reply = try RawClient(port: port).get(
      "/__admin/scenario", method: "PUT", body: #"{"scenario":"reset"}"#)

    #expect(reply.status == 200)
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
  }

  @Test func `is not taken from a state file that would lock all out`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/state"
    do {
      let server = try TestServer(Self.catalog, tls: false) { $0.stateFile = file }
      #expect(try server.admin("PUT", "/scenario", #"{"scenario":"reset"}"#).status == 200)
      server.server.stop()
    }
    let server = try TestServer(Self.catalog, tls: true) {
      $0.servesPlain = false
      $0.stateFile = file
    }

    #expect(try server.admin("GET", "/scenarios").json?["active"] == .null)
    #expect(
      server.server.notices.contains { notice in
        notice.hasPrefix("State file '\(file)': \(Self.lockedOut) That choice is not in force;")
      })
  }
}
