import GnuTLS
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("A request with TLS")
struct TLSTrafficTests {
  @Test func `is answered like one without, the admin API's too`() throws {
    let server = try TestServer(tls: true)
    let plain = try RawClient(port: server.server.port)

    #expect(try server.client.get("/users").json == plain.get("/users").json)
    #expect(try server.client.get("/users/7").json?["id"] == "7")
    try server.flip("users.list", "serverError")
    #expect(try plain.get("/users").status == 500)
    #expect(try server.client.get("/users").status == 500)
    #expect(try server.client.get("/nothing").status == 404)
  }

  @Test func `finds the URL with TLS in what the daemon says of itself`() throws {
    let server = try TestServer(tls: true)
    let url = "https://localhost:\(server.port)"

    #expect(server.server.tlsURL == url)
    #expect(server.server.url == "http://localhost:\(server.server.port)")
    #expect(try server.admin("GET", "/health").json?["tlsURL"]?.stringValue == url)
  }

  @Test func `is all that there is where nothing else is served`() throws {
    let server = try TestServer(tls: true) { $0.servesPlain = false }

    #expect(server.server.url == "https://localhost:\(server.port)")
    #expect(server.server.port == server.port)
    #expect(try server.client.get("/users").status == 200)
    let session = try server.begin()
    #expect(session.description.urls.prefix.hasPrefix("https://localhost:\(server.port)/"))
    #expect(session.description.urls.port == session.description.urls.tlsPort)
    let port = try #require(
      session.description.urls.port.flatMap { Int($0.split(separator: ":").last ?? "") })
    let client = try RawClient(port: port, tls: .init())
    #expect(try client.get("/users").status == 200)
    #expect(try server.session(session.id)?.requests == 1)
  }

  @Test func `is on record with what was agreed on`() throws {
    let server = try TestServer(tls: true)
    _ = try server.client.get("/users")
    _ = try RawClient(port: server.server.port).get("/users")

    let tls = try server.request(1)?["tls"]

    #expect(tls?["version"] == "TLS1.3")
    #expect(tls?["cipher"]?.stringValue?.hasPrefix("TLS_AES_") == true)
    #expect(tls?["serverName"] == "localhost")
    #expect(tls?["clientSubject"] == .null)
    #expect(try server.request(2)?["tls"] == nil)
    let archive = try server.admin("GET", "/requests?format=har").json
    let url = archive?["log"]?["entries"]?[0]?["request"]?["url"]
    #expect(url == "https://localhost/users")
  }

  @Test func `reads its own scheme in placeholders and locations`() throws {
    let catalog = Catalog(
      RouteGroup("x", path: "/x") {
        Route("x.one", .get, default: .text("{{base}}/x"))
        Route("x.two", .get, "/two", host: "a.test:443", default: .text("two"))
      })
    let server = try TestServer(catalog, tls: true)

    #expect(try server.client.get("/x", host: "a.test").text == "https://a.test/x")
    // The port that its scheme leaves out (RFC 9110, 4.2.2).
    #expect(try server.client.get("/x/two", host: "a.test").status == 200)
    #expect(
      try RawClient(port: server.server.port).get("/x/two", host: "a.test").status == 404)
  }

  @Test func `gets the certificate with its name, or the first`() throws {
    let server = try TestServer(tls: true)
    func subject(_ name: String?) throws -> String? {
      try RawClient(port: server.port, tls: .init(serverName: name)).serverSubject
    }

    #expect(try subject("api.example.com") == "CN=api.example.com")
    #expect(try subject("localhost") == "CN=localhost")
    #expect(try subject("elsewhere.test") == "CN=localhost")
    #expect(try subject(nil) == "CN=localhost")
  }

  @Test func `that is held is seen to be given up, and is released`() throws {
    let server = try TestServer(tls: true)
    try server.flip("users.list", "timeout")
    let gone = try server.hold()
    let waiting = try server.hold()

    gone.closeWithFIN()
    #expect(
      try server.admin("GET", "/requests?ending=cancelled&waitSeconds=5").json?["requests"]?
        .arrayValue?.count == 1)
    #expect(try server.release(server.lastHeld()).status == 200)

    #expect(try waiting.readReply().status == 200)
  }

  @Test func `is answered in turn when several come at once`() throws {
    let server = try TestServer(tls: true)

    try server.client.send(
      (1...20).map { "GET /users/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())

    for number in 1...20 {
      #expect(try server.client.readReply().json?["id"]?.stringValue == "\(number)")
    }
  }

  @Test func `has a body of any length, in both directions`() throws {
    let folder = try TemporaryFolder()
    let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    try folder.write("a.bin", content)
    let catalog = Catalog(
      RouteGroup("x", path: "/x") {
        Route("x.file", .get, default: .fixture("a.bin"))
        Route("x.echo", .post, default: .dynamic { .text("\($0.body.count)") })
      })
    let server = try TestServer(catalog, tls: true) { $0.fixtures = folder.path }

    #expect(try server.client.get("/x").body == content)
    let body = String(repeating: "0123456789", count: 200_000)
    #expect(try server.client.get("/x", method: "POST", body: body).text == "2000000")
  }

  @Test func `is told that the other side has ended`() throws {
    let server = try TestServer(tls: true)

    let reply = try server.client.get("/users", headers: ["Connection: close"])
    #expect(reply.status == 200)

    #expect(try server.client.readToEnd().ended == .fin)
    #expect(server.client.hasCloseNotify)
  }

  @Test func `without TLS where TLS is spoken is told so, and the log too`() throws {
    let log = Lock<[UInt8]>([])
    let server = try TestServer(tls: true) {
      $0.log = .text
      $0.logSink = { bytes in log.withLock { $0 += bytes } }
    }
    let client = try RawClient(plainTo: server.port)

    try client.send("GET /users HTTP/1.1\r\nHost: a\r\n\r\n")
    let reply = try client.readReply()

    #expect(reply.status == 400)
    #expect(reply.json?["code"] == "plain-text")
    #expect(
      reply.json?["detail"] == "This port speaks HTTPS: begin the URL with 'https://'.")
    server.server.stop()
    #expect(
      String(decoding: log.withLock { $0 }, as: UTF8.self).contains(
        "warning: HTTP without TLS came to the port for HTTPS: begin the URL with 'https://'.\n"))
  }
}
