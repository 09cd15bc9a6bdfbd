import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The TLS profile of a session")
struct SessionTLSTests {
  private static let only12 = "NORMAL:-VERS-ALL:+VERS-TLS1.2"

  private static let catalog = Catalog(
    RouteGroup("users", path: "/users") { Route("users.list", .get, default: .json([])) },
    scenarios: [
      Scenario("old", [:]).tls(.tls12Only), Scenario("older", from: "old", [:]),
      Scenario("new", from: "old", [:]).tls(.tls13Only),
    ])

  private func choose(
    _ body: String, of session: BegunSession, _ server: TestServer, method: String = "PUT"
  ) throws -> RawReply {
    try server.admin(method, "/sessions/\(session.id)/tls", method == "PUT" ? body : nil)
  }

  private func tlsPort(_ session: BegunSession) throws -> Int {
    try #require(
      session.description.urls.tlsPort.flatMap { Int($0.split(separator: ":").last ?? "") })
  }

  /// The version that a client gets, or why it gets none.
  private func version(
    _ port: Int, _ name: String = "localhost", _ priorities: String = "NORMAL"
  ) -> String? {
    do {
      let client = try RawClient(
        port: port, tls: .init(serverName: name, priorities: priorities))
      #expect(try client.get("/users").status == 200)
      return client.tlsVersion
    } catch {
      return "\(error)"
    }
  }

  @Test func `holds at its port, which has TLS beside the one without`() throws {
    let server = try TestServer(tls: true)
    let session = try server.begin(#"{"port":true,"tls":"tls12Only"}"#)
    let port = try tlsPort(session)

    #expect(session.description.tls?.profile == .tls12Only)
    #expect(version(port) == "TLS1.2")
    #expect(version(server.port) == "TLS1.3")
    #expect(try choose(#"{"profile":"tls13Only"}"#, of: session, server).status == 200)
    #expect(version(port) == "TLS1.3")
    #expect(version(port, "localhost", Self.only12) == "alert: Error in protocol version")
    #expect(try choose("", of: session, server, method: "DELETE").status == 200)
    #expect(version(port, "localhost", Self.only12) == "TLS1.2")
    #expect(try server.session(session.id)?.requests == 3)
    try server.end(session)
    #expect(throws: RawClient.Failure.self) { try RawClient(plainTo: port) }
  }

  @Test func `holds for its host, and for names that it has`() throws {
    let server = try TestServer(tls: true)
    let session = try server.begin("{}")
    let other = try server.begin("{}")

    let body = #"{"profile":"tls12Only","names":["API.example.com","api.example.com"]}"#
    let reply = try choose(body, of: session, server)

    #expect(reply.json?["tls"] == ["profile": "tls12Only", "names": ["api.example.com"]])
    #expect(version(server.port, "api.example.com") == "TLS1.2")
    #expect(version(server.port, "www.example.com") == "TLS1.3")
    let client = try RawClient(
      port: server.port, tls: .init(serverName: "\(session.id).localhost"))
    #expect(client.tlsVersion == "TLS1.2")
    let taken = try choose(#"{"profile":"expired","names":["api.example.com"]}"#, of: other, server)
    #expect(taken.status == 422)
    let again = try choose(
      #"{"profile":"tls13Only","names":["api.example.com"]}"#, of: other, server)
    #expect(again.status == 409)
    #expect(
      again.json?["detail"]?.stringValue
        == "Session '\(session.id)' has the name 'api.example.com': end it, or take the name from it."
    )
    try server.end(session)
    #expect(version(server.port, "api.example.com") == "TLS1.3")
    #expect(
      try choose(#"{"profile":"tls12Only","names":["api.example.com"]}"#, of: other, server).status
        == 200)
  }

  @Test func `resets handshakes, or leaves them unanswered`() throws {
    let server = try TestServer(tls: true)
    let session = try server.begin(#"{"port":true,"tls":"handshakeReset"}"#)
    let port = try tlsPort(session)

    let error = #expect(throws: (any Error).self) { try RawClient(port: port, tls: .init()) }
    #expect("\(try #require(error))".contains("Error in the pull function"))
    #expect(try choose(#"{"profile":"handshakeStall"}"#, of: session, server).status == 200)
    let thread = try WorkerThread {
      #expect(throws: (any Error).self) { try RawClient(port: port, tls: .init()) }
    }
    #expect(eventually { server.server.waitingHandshakeCount == 1 })
    try server.end(session)
    thread.join()
    #expect(eventually { server.server.waitingHandshakeCount == 0 })
  }

  @Test func `is that of its scenario, unless it has its own`() throws {
    let server = try TestServer(Self.catalog, tls: true)
    let session = try server.begin(#"{"port":true,"scenario":"older"}"#)
    let port = try tlsPort(session)

    #expect(version(port) == "TLS1.2")
    #expect(version(server.port) == "TLS1.3")
    #expect(try choose(#"{"profile":"tls13Only"}"#, of: session, server).status == 200)
    #expect(version(port) == "TLS1.3")
    #expect(
      try server.admin(
        "PUT", "/scenario?session=\(session.id)", #"{"scenario":"old"}"#
      ).status == 200)
    #expect(version(port) == "TLS1.2")
    #expect(try server.admin("PUT", "/scenario", #"{"scenario":"new"}"#).status == 200)
    #expect(version(server.port, "localhost", Self.only12) == "alert: Error in protocol version")
    let list = try server.admin("GET", "/scenarios").json?["scenarios"]?.arrayValue ?? []
    #expect(list.map { $0["tls"] } == ["tls12Only", "tls12Only", "tls13Only"])
    #expect(try server.admin("POST", "/reset?session=\(session.id)").status == 200)
    #expect(version(port) == "TLS1.2")
  }

  @Test func `stays when variants are put back, and goes as documented`() throws {
    let server = try TestServer(Self.catalog, tls: true)
    let session = try server.begin(#"{"tls":"tls12Only"}"#)
    let own = "session=\(session.id)"
    func profile() throws -> TLSProfile? { try server.session(session.id)?.tls?.profile }

    let chosen = try server.admin("GET", "/variants?\(own)").text
    #expect(try server.admin("PUT", "/variants?\(own)", chosen).status == 200)
    #expect(try profile() == .tls12Only)
    #expect(try server.admin("PUT", "/variants?\(own)", #"{"scenario":"new"}"#).status == 200)
    #expect(try profile() == .tls12Only)
    #expect(try server.admin("DELETE", "/variants?\(own)").status == 200)
    #expect(try profile() == .tls12Only)
    let keeping = #"{"scenario":"new","keepOverrides":true}"#
    #expect(try server.admin("PUT", "/scenario?\(own)", keeping).status == 200)
    #expect(try profile() == .tls12Only)
    #expect(try server.admin("PUT", "/scenario?\(own)", #"{"scenario":"new"}"#).status == 200)
    #expect(try profile() == .tls13Only)
    #expect(try server.admin("POST", "/reset?\(own)").status == 200)
    #expect(try profile() == .tls12Only)
  }

  @Test(arguments: [
    ("{}", 400, "Field 'profile' is missing: it must be one of 'expired', "),
    (#"{"profile":"expird"}"#, 400, "not \"expird\". Did you mean 'expired'?"),
    (#"{"profile":7}"#, 400, "not 7."),
    (#"{"profile":"expired","name":"a"}"#, 400, "Field 'name' is not known here."),
    (#"{"profile":"tls12Only","names":"a"}"#, 400, "an array of up to 20 host names"),
    (#"{"profile":"tls12Only","names":["a b"]}"#, 400, "an array of host names such as"),
    (
      #"{"profile":"expired"}"#, 422,
      "The certificate was given with --tls-cert, and there is none that goes wrong as 'expired' does."
    ),
  ])
  func `is refused where it makes no sense`(body: String, status: Int, words: String) throws {
    let server = try TestServer(tls: true)
    let session = try server.begin("{}")

    let reply = try choose(body, of: session, server)

    #expect(reply.status == status)
    #expect(reply.json?["detail"]?.stringValue?.contains(words) == true, "\(reply.text)")
  }

  @Test func `needs a daemon that speaks TLS`() throws {
    let server = try TestServer(Self.catalog, tls: false)
    let session = try server.begin("{}")

    let reply = try choose(#"{"profile":"tls12Only"}"#, of: session, server)

    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "tls-unavailable")
    #expect(
      reply.json?["detail"] == "This daemon speaks no TLS: start it with --tls-port.")
    #expect(try server.admin("POST", "/sessions", #"{"tls":"tls12Only"}"#).status == 422)
    #expect(
      server.server.notices.contains(
        "Scenario 'new' asks for a TLS profile, which nobody meets without --tls-port."))
  }
}
