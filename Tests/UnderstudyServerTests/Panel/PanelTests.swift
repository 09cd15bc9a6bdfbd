import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The control panel")
struct PanelTests {
  /// The files that the page names, as it names them.
  private static func files(_ server: TestServer) throws -> Set<String> {
    var found: Set<String> = ["panel/panel.css", "panel/main.js"]
    var unread = found
    while let file = unread.popFirst() {
      let text = try server.admin("GET", "/\(file)").text
      for match in text.matches(of: /from '\.\/([a-z]+\.js)'/) {
        let name = "panel/\(match.1)"
        if found.insert(name).inserted { unread.insert(name) }
      }
    }
    return found
  }

  @Test func `is a page that may load its own files and nothing else`() throws {
    let reply = try TestServer().admin("GET", "/")

    #expect(reply.status == 200)
    #expect(reply.value(of: "Content-Type") == "text/html; charset=utf-8")
    #expect(
      reply.value(of: "Content-Security-Policy")
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
    #expect(reply.value(of: "X-Content-Type-Options") == "nosniff")
    #expect(reply.value(of: "Referrer-Policy") == "no-referrer")
    #expect(reply.text.hasPrefix("<!doctype html>"))
    // Neither scripts nor styles stand in it: the policy would not run them.
    #expect(!reply.text.contains("<style") && !reply.text.contains(" style="))
    #expect(reply.text.matches(of: /<script/).count == 1)
    #expect(!reply.text.contains("<script>") && !reply.text.contains(" onclick="))
  }

  @Test func `has the files that it names, in under 80 KB`() throws {
    let server = try TestServer()
    var size = try server.admin("GET", "/").body.count

    let files = try Self.files(server)

    #expect(files.count > 10)
    for file in files {
      let reply = try server.admin("GET", "/\(file)")
      #expect(reply.status == 200, "\(file)")
      let type = file.hasSuffix(".css") ? "text/css" : "text/javascript"
      #expect(reply.value(of: "Content-Type") == "\(type); charset=utf-8")
      #expect(reply.value(of: "X-Content-Type-Options") == "nosniff")
      size += reply.body.count
    }
    #expect(size < 80_000)
  }

  @Test(arguments: ["/", "/panel/main.js"])
  func `is sent once, and again when it is another`(path: String) throws {
    let server = try TestServer()
    let first = try server.admin("GET", path)
    let tag = try #require(first.value(of: "ETag"))

    let again = try server.admin("GET", path, headers: ["If-None-Match: \(tag)"])
    let other = try server.admin("GET", path, headers: ["If-None-Match: \"other\""])

    #expect(tag.hasPrefix("\""))
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(other.status == 200)
    #expect(other.value(of: "Cache-Control") == "no-cache")
  }

  @Test func `asks for neither a token nor a known host, for it has no data`() throws {
    let server = try TestServer(configure: { $0.adminToken = "secret" })

    #expect(try server.admin("GET", "/").status == 200)
    #expect(try server.admin("GET", "/panel/main.js").status == 200)
    #expect(try server.admin("GET", "/daemon").status == 401)
    try server.client.send("GET /__admin/ HTTP/1.1\r\nHost: mocks.example.com\r\n\r\n")
    #expect(try server.client.readReply().status == 200)
  }

  @Test func `is one slash further, below a session's path too`() throws {
    let server = try TestServer()
    let session = try server.begin()

    for prefix in ["", session.prefix] {
      let reply = try server.client.get("\(prefix)/__admin")
      #expect(reply.status == 308)
      #expect(reply.value(of: "Location") == "__admin/")
      #expect(try server.client.get("\(prefix)/__admin/").status == 200)
      #expect(try server.client.get("\(prefix)/__admin/panel/main.js").status == 200)
    }
  }

  @Test func `is on the admin API's own port`() throws {
    let server = try TestServer(configure: { $0.adminPort = 0 })
    let port = try #require(Int(server.server.adminURL.split(separator: ":").last ?? ""))

    #expect(try RawClient(port: port).get("/__admin/").status == 200)
    #expect(try server.client.get("/__admin/").status == 404)
  }

  @Test func `has no other files and takes nothing`() throws {
    let server = try TestServer()

    let reply = try server.admin("GET", "/panel/main.jss")

    #expect(reply.status == 404)
    #expect(reply.json?["detail"] == "The control panel has no file 'main.jss'.")
    #expect(try server.admin("GET", "/panel/..%2Fpanel.c").status == 404)
    #expect(try server.admin("POST", "/").status == 405)
    #expect(try server.admin("GET", "/?x=1").status == 400)
    #expect(try server.admin("HEAD", "/").body.isEmpty)
  }

  /// The status of a call that changes something, made by a page.
  private func put(
    _ host: String, _ origin: String, _ server: TestServer, token: String? = nil
  ) throws -> Int {
    let body = #"{"variant":"empty"}"#
    try server.client.send(
      "PUT /__admin/routes/users.list/variant HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n"
        + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return try server.client.readReply().status
  }

  @Test(arguments: [false, true])
  func `may change what is chosen from the number at which it was opened`(isSecure: Bool) throws {
    let server = try TestServer(tls: isSecure)
    let (own, other) = isSecure ? ("https", "http") : ("http", "https")

    #expect(try put("192.168.1.7:8080", "\(own)://192.168.1.7:8080", server) == 200)
    #expect(try put("[fd00::7]:8080", "\(own)://[fd00::7]:8080", server) == 200)
    // Another port is another origin, and so is another scheme.
    #expect(try put("192.168.1.7:8080", "\(own)://192.168.1.7:9090", server) == 403)
    #expect(try put("192.168.1.7:8080", "\(own)://192.168.1.8:8080", server) == 403)
    #expect(try put("192.168.1.7:8080", "\(other)://192.168.1.7:8080", server) == 403)
  }

  @Test func `may do so from the host of a session`() throws {
    let server = try TestServer(tls: false)
    let host = "\(try server.begin().id).localhost:8080"

    #expect(try put(host, "http://\(host)", server) == 200)
    #expect(try put("localhost:8080", "http://\(host)", server) == 403)
    #expect(try put("app.localhost:8080", "http://app.localhost:8080", server) == 403)
  }

  /// A page from elsewhere that has rebound its name to 127.0.0.1 has its own origin here.
  @Test(
    .bug(id: "A02"),
    arguments: ["mocks:8080", "\(Machine.hostName).local:8080", "listed.example.com:8080"])
  func `may do so from a name that can be rebound with a token alone`(host: String) throws {
    let open = try TestServer(tls: false) { $0.adminHosts = ["listed.example.com"] }
    let guarded = try TestServer(tls: false) {
      $0.adminHosts = ["listed.example.com"]
      $0.adminToken = "secret"
    }

    #expect(try put(host, "http://\(host)", open) == 403)
    #expect(try put(host, "http://\(host)", guarded) == 401)
    #expect(try put(host, "http://\(host)", guarded, token: "secret") == 200)
    #expect(try put(host, "https://\(host)", guarded, token: "secret") == 403)
    #expect(
      try put("evil.example.com", "http://evil.example.com", guarded, token: "secret") == 403)
  }

  @Test func `is told what to do where it may not`() throws {
    let server = try TestServer(tls: false)

    try server.client.send(
      "GET /__admin/routes HTTP/1.1\r\nHost: mocks:8080\r\nOrigin: http://mocks:8080\r\n\r\n")

    #expect(
      try server.client.readReply().json?["detail"]
        == .string(
          "Origin 'http://mocks:8080' may not use the admin API: it takes pages from this machine, "
            + "the one at this address where that is a number or calls need a token "
            + "(--admin-token), or an origin listed with --admin-origin."))
  }
}
