import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A miss")
struct MissTests {
  @Test func `is a problem with what was asked and what is near`() throws {
    let server = try TestServer()

    let slash = try server.client.get("/users/")
    let nothing = try server.client.get("/nothing")

    #expect(slash.status == 404)
    #expect(slash.value(of: "Content-Type") == "application/problem+json")
    #expect(slash.value(of: "Cache-Control") == "no-store")
    #expect(slash.json?["code"] == "no-matching-route")
    #expect(
      slash.json?["detail"]
        == "No route takes GET /users/. Nearest is users.list (GET /users): path is '/users/', expected /users."
    )
    #expect(
      slash.json?["nearest"]?[0] == [
        "route": "users.list", "method": "GET", "path": "/users",
        "differences": [
          [
            "part": "path", "name": nil, "expected": "/users", "actual": "/users/",
            "hint": "The path ends in '/', an empty segment that '/users' does not have.",
          ]
        ],
      ])
    #expect(
      slash.json?["hints"]?[0]
        == "The path ends in '/', an empty segment that '/users' does not have.")
    #expect(nothing.status == 404)
    #expect(
      nothing.json?["detail"] == "No route takes GET /nothing. All routes: /__admin/routes")
    #expect(nothing.json?["nearest"] == [])
  }

  @Test(
    .bug(id: "P07"), arguments: ["/users/", "/users//posts"])
  func `names an empty segment`(target: String) throws {
    let server = try TestServer()

    let reply = try server.client.get(target)

    #expect(reply.status == 404)
    #expect(reply.text.contains("empty segment"))
  }

  @Test(
    .bug(id: "P09"),
    arguments: [("/items/", 404), ("/items", 200), ("/n/foo/", 200), ("/n/foo", 404)])
  func `comes by one rule about slashes`(target: String, status: Int) throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.items", .get, "/items", default: .status(200))
        Route("r.name", .get, "/n/{name}/", default: .status(200))
      })
    let server = try TestServer(catalog)

    #expect(try server.client.get(target).status == status)
  }

  @Test(
    .bug(id: "Q18"),
    arguments: [
      "/records?sort=name+desc&f=2024-01-02", "/records?f=%22%27%3Cb%3E%0A%0D",
      "/%00%0A%3Cscript%3E",
      "/records?f=%F0%9F%98%80", "/\u{1F600}?\u{1F600}", "/%22%5C?a=%5C%22",
      "/" + String(repeating: "x", count: 9000),
      "/records?" + String(repeating: "a=b&", count: 2000),
    ],
    ["application/json", "text/html"])
  func `is a 404 that can be read, whatever bytes are in it`(
    target: String, accept: String
  ) throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.records", .get, "/records", query: ["sort": "name desc", "f": "2024-01-01"],
          default: .status(200))
      })
    let server = try TestServer(catalog)

    let reply = try server.client.get(target, headers: ["Accept: \(accept)"])

    #expect(reply.status == 404)
    if accept == "text/html" {
      #expect(reply.text.contains("<!doctype html>"))
      #expect(!reply.text.contains("<script") && !reply.text.contains("<b>"))
    } else {
      #expect(reply.json?["code"] == "no-matching-route")
    }
    #expect(try server.client.get("/records?sort=name+desc&f=2024-01-01").status == 200)
  }

  @Test(.bug(id: "Q18"))
  func `shows what was expected of a query, and what came`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.records", .get, "/records", query: ["sort": "name desc", "f": "2024-01-01"],
          default: .status(200))
      })
    let server = try TestServer(catalog)

    let reply = try server.client.get("/records?sort=name+desc&f=2024-01-02")

    #expect(reply.status == 404)
    #expect(
      reply.json?["nearest"]?[0]?["differences"] == [
        ["part": "query", "name": "f", "expected": "2024-01-01", "actual": "2024-01-02"]
      ])
    #expect(
      reply.json?["detail"]?.stringValue
        == "No route takes GET /records?sort=name+desc&f=2024-01-02. Nearest is r.records (GET /records): query 'f' is '2024-01-02', expected 2024-01-01."
    )
  }

  @Test func `is explained once, and from memory after that`() throws {
    let server = try TestServer()

    let first = try server.client.get("/users/")
    let again = try server.client.get("/users/")
    let other = try server.client.get("/users/", headers: ["X-Other: 1"])

    #expect(first.body == again.body)
    #expect(first.body == other.body)
  }

  @Test func `compares with fixtures as they are, however often it comes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", #"{"n":1}"#)
    try folder.write("a.bin", "one")
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.json", .post, "/json", body: .json(fixture: "a.json"), default: .status(200))
        Route("r.bytes", .post, "/bytes", body: .bytes(fixture: "a.bin"), default: .status(200))
      })
    let time = ManualTime()
    let server = try TestServer(
      catalog,
      configure: {
        $0.fixtures = folder.path
        $0.time = time
      })
    func differences(_ path: String) throws -> JSON? {
      try server.client.get(path, method: "POST", body: #"{"n":3}"#)
        .json?["nearest"]?[0]?["differences"]?[0]?["expected"]
    }
    for _ in 0..<3 {
      #expect(try differences("/json") == "1")
      #expect(try differences("/bytes") == "3 bytes")
    }

    try folder.write("a.json", #"{"n":22}"#)
    try folder.write("a.bin", "three")
    // A file is looked at again after a while.
    time.advance(by: .seconds(1))

    #expect(try differences("/json") == "22")
    #expect(try differences("/bytes") == "5 bytes")
  }

  @Test func `asks closures anew, however often it comes`() throws {
    let asked = Lock(0)
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.where", .post, "/where",
          body: .where("is right") { _ in
            asked.withLock { $0 += 1 }
            return false
          }, default: .status(200))
      })
    let server = try TestServer(catalog)
    func count() throws -> Int {
      let before = asked.withLock { $0 }
      _ = try server.client.get("/where", method: "POST", body: "{}")
      return asked.withLock { $0 } - before
    }
    let first = try count()

    #expect(try [count(), count(), count()] == [first, first, first])
    // Once to find a route, once to explain.
    #expect(first == 2)
  }

  @Test func `tells less for a while where there are many at once`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    for number in 0..<500 { _ = try server.client.get("/usrs?\(number)") }

    let hasty = try server.client.get("/usrs?last")
    let here = try server.client.get("/users", method: "PUT")
    time.advance(by: .seconds(1))
    let thorough = try server.client.get("/usrs?last")

    #expect(hasty.status == 404)
    #expect(hasty.json?["nearest"] == [])
    #expect(hasty.text.contains("GET /__admin/requests?matched=false has them."))
    #expect(here.status == 405)
    #expect(here.json?["nearest"]?[0]?["route"] == "users.list")
    #expect(thorough.json?["nearest"]?[0]?["route"] == "users.list")
  }

  @Test func `keeps the reason of a refused fixture`() throws {
    let folder = try TemporaryFolder()
    let catalog = Catalog(
      RouteGroup("r") { Route("r.a", .get, "/{id}", default: .fixture("{id}.json")) })
    let server = try TestServer(catalog, configure: { $0.fixtures = folder.path })

    let refused = try server.client.get("/..%2Fsecret")

    #expect(refused.status == 404)
    #expect(
      refused.json?["detail"]
        == "Route 'r.a' serves '{id}.json', and '{id}' contains a separator of folders.")
  }
}
