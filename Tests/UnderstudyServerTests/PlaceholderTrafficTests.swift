import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A placeholder over HTTP")
struct PlaceholderTrafficTests {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route(
        "users.create", .post,
        default: .json([
          "id": "{{counter}}", "user": "{{body/user}}", "created": "{{now}}",
          "url": "{{base}}/users/{{counter}}",
        ])
        .status(201).header("Location", "{{base}}/users/{{counter}}"))
      Route("users.detail", .get, "/{id}", default: .text("user {{path.id}}"))
    })

  @Test(.withoutTLS) func `takes its value from the request`() throws {
    let server = try TestServer(
      Self.catalog,
      configure: { $0.wallTime = { WallTime(seconds: 1_769_860_800, nanoseconds: 0) } })

    let reply = try server.client.get(
      "/users", method: "POST", body: #"{"user":{"name":"Ada","age":1.0}}"#)

    #expect(reply.status == 201)
    #expect(reply.value(of: "Location") == "http://localhost/users/1")
    #expect(
      reply.text
        == #"{"id":1,"user":{"name":"Ada","age":1.0},"created":"2026-01-31T12:00:00Z","url":"http://localhost/users/1"}"#
    )
  }

  @Test func `is counted from one again after a reset of positions`() throws {
    let server = try TestServer(Self.catalog)
    func id() throws -> JSON? {
      try server.client.get("/users", method: "POST", body: "{}").json?["id"]
    }
    #expect(try id() == 1)
    #expect(try id() == 2)

    #expect(try server.admin("POST", "/reset", #"{"only":["positions"]}"#).status == 200)

    #expect(try id() == 1)
  }

  @Test func `is the daemon's own URL where the client names no host`() throws {
    let server = try TestServer(single(.text("{{base}}")))
    let client = try RawClient(port: server.port)

    try client.send(Array("GET / HTTP/1.0\r\n\r\n".utf8))

    #expect(try client.readReply().text == server.server.url)
  }

  @Test func `keeps the length of its answer to HEAD right`() throws {
    let server = try TestServer(Self.catalog)

    let reply = try server.client.get("/users/12345", method: "HEAD")

    #expect(reply.value(of: "Content-Length") == "10")
    #expect(try server.client.get("/users/1").text == "user 1")
  }

  @Test func `may come with an outcome that is given on the spot, and must be known`() throws {
    let server = try TestServer(Self.catalog)
    func put(_ outcome: String) throws -> RawReply {
      try server.admin("PUT", "/routes/users.detail/variant", #"{"outcome":\#(outcome)}"#)
    }

    #expect(try put(#"{"json":["{{path.id}}"]}"#).status == 200)
    #expect(try server.client.get("/users/7").text == #"["7"]"#)
    let refused = try put(#"{"text":"{{path.name}}"}"#)
    #expect(refused.status == 422)
    #expect(
      refused.json?["detail"]
        == "The outcome for 'users.detail' has '{{path.name}}' in its body, which is no parameter of its path (it has {id})."
    )
    #expect(try server.client.get("/users/7").text == #"["7"]"#)
    #expect(try put(#"{"text":"{{path.name}}","verbatim":true}"#).status == 200)
    #expect(try server.client.get("/users/7").text == "{{path.name}}")
  }

  private func single(_ outcome: Outcome) -> Catalog {
    Catalog(RouteGroup("r") { Route("r.one", .get, "/", default: outcome) })
  }
}
