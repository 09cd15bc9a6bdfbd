import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The methods of a path")
struct MethodTests {
  @Test(.bug(id: "M01"))
  func `let HEAD tell what GET would answer, without the body`() throws {
    let folder = try TemporaryFolder()
    try folder.write("logo.png", [UInt8](repeating: 7, count: 1024))
    let catalog = Catalog(
      RouteGroup("r") { Route("r.logo", .get, "/files/logo.png", default: .fixture("logo.png")) })
    let server = try TestServer(catalog, configure: { $0.fixtures = folder.path })

    let head = try server.client.get("/files/logo.png", method: "HEAD")
    let get = try server.client.get("/files/logo.png")

    #expect(head.status == 200)
    #expect(head.values(of: "Content-Length") == ["1024"])
    #expect(head.value(of: "Content-Type") == get.value(of: "Content-Type"))
    #expect(head.value(of: "ETag") == get.value(of: "ETag"))
    #expect(get.body.count == 1024)
  }

  @Test(.bug(id: "M03"))
  func `let GET answer HEAD, its variant included, unless a route names HEAD`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.item", .get, "/i/{id}", default: .status(200))
        Route("r.get", .get, "/a", default: .status(200))
        Route("r.head", .head, "/a", default: .status(204))
      })
    let server = try TestServer(catalog)
    try server.flip("r.item", "serverError")

    #expect(try server.client.get("/i/5", method: "HEAD").status == 500)
    #expect(try server.client.get("/a", method: "HEAD").status == 204)
  }

  @Test func `are told to who uses another`() throws {
    let server = try TestServer()

    let put = try server.client.get("/users", method: "PUT", body: "{}")
    let head = try TestServer(
      Catalog(RouteGroup("r") { Route("r.a", .post, "/a", default: .status(200)) }))
    let onlyPost = try head.client.get("/a", method: "HEAD")

    #expect(put.status == 405)
    #expect(put.value(of: "Allow") == "GET, HEAD, POST, OPTIONS")
    #expect(put.json?["code"] == "method-not-allowed")
    #expect(put.json?["allow"] == ["GET", "HEAD", "POST", "OPTIONS"])
    #expect(
      put.json?["detail"]
        == "No route takes PUT /users. Nearest is users.list (GET /users): method is 'PUT', expected GET."
    )
    #expect(put.json?["hints"]?[0] == "The path is there for GET, HEAD, POST, OPTIONS.")
    #expect(onlyPost.status == 405)
    #expect(onlyPost.value(of: "Allow") == "POST, OPTIONS")
  }

  @Test func `are what OPTIONS asks for`() throws {
    let server = try TestServer()

    let users = try server.client.get("/users", method: "OPTIONS")
    let all = try server.client.get("*", method: "OPTIONS")
    let unknown = try server.client.get("/nothing", method: "OPTIONS")
    let star = try server.client.get("*")

    #expect(users.status == 204)
    #expect(users.value(of: "Allow") == "GET, HEAD, POST, OPTIONS")
    #expect(all.status == 204)
    #expect(all.value(of: "Allow") == "GET, HEAD, POST, OPTIONS")
    #expect(unknown.status == 404)
    #expect(unknown.json?["code"] == "no-matching-route")
    #expect(star.status == 400)
  }

  @Test func `leave OPTIONS to a route that takes it`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.any", .any, "/any", default: .text("any"))
        Route("r.options", .options, "/own", query: ["a": 1], default: .text("own"))
        Route("r.get", .get, "/own", default: .status(200))
      })
    let server = try TestServer(catalog)

    #expect(try server.client.get("/any", method: "OPTIONS").text == "any")
    #expect(try server.client.get("/own?a=1", method: "OPTIONS").text == "own")
    #expect(try server.client.get("/own?a=2", method: "OPTIONS").status == 404)
  }
}
