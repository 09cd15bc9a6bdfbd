import Testing
import Understudy
import UnderstudyEngine

@Suite("A router")
struct RouterTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var id: String, paths: [String], target: String, expected: String?
    var testDescription: String { "\(id): \(target) -> \(expected ?? "none")" }
  }

  /// Routes by their paths; the id of each is its place, so that a path can be found again.
  static func find(_ target: String, in paths: [String]) throws -> String? {
    let group = RouteGroup("r") {
      for (index, path) in paths.enumerated() {
        Route(RouteID(rawValue: "r.\(index)"), .get, path, default: .status(200))
      }
    }
    return try Router(Catalog(group).routes).matchBothWays(request(target)).map { paths[$0] }
  }

  @Test(arguments: [
    Example(
      id: "P01", paths: ["/i/{id}", "/i/{a}/{b}"], target: "/i/eHk%2FeHk+eg==", expected: "/i/{id}"),
    Example(
      id: "P01", paths: ["/i/{id}", "/i/{a}/{b}"], target: "/i/eHk/eHk", expected: "/i/{a}/{b}"),
    Example(
      id: "P03", paths: ["/users/ab@c.de"], target: "/users/ab%40c.de", expected: "/users/ab@c.de"),
    Example(
      id: "P03", paths: ["/users/ab@c.de"], target: "/users/ab@c.de", expected: "/users/ab@c.de"),
    Example(
      id: "P03", paths: ["/users/ab@c.de"], target: "/users/%61b%40c.de", expected: "/users/ab@c.de"
    ),
    Example(
      id: "P03", paths: ["/p/Eclair Cafe"], target: "/p/Eclair%20Cafe", expected: "/p/Eclair Cafe"),
    Example(id: "P03", paths: ["/a/{x}"], target: "/a/%2f", expected: "/a/{x}"),
    Example(id: "P07", paths: ["/items/{id}"], target: "/items/", expected: nil),
    Example(id: "P07", paths: ["/api/items/{id}"], target: "/api//items/1", expected: nil),
    Example(
      id: "P08", paths: ["/id/{a}/test", "/id/{a}/otherid/{b}/test"],
      target: "/id/1/otherid/2/test", expected: "/id/{a}/otherid/{b}/test"),
    Example(
      id: "P08", paths: ["/user/{id}", "/user/{id}/addresses"], target: "/user/999/addresses",
      expected: "/user/{id}/addresses"),
    Example(
      id: "P08", paths: ["/user/{id}", "/user/{id}/addresses"], target: "/user/999/other",
      expected: nil),
    Example(id: "P09", paths: ["/items"], target: "/items/", expected: nil),
    Example(id: "P09", paths: ["/items", "/{name}/"], target: "/items/", expected: "/{name}/"),
    Example(id: "P09", paths: ["/items", "/{name}/"], target: "/items", expected: "/items"),
    Example(id: "P09", paths: ["/items", "/{name}/"], target: "/foo/", expected: "/{name}/"),
    Example(id: "P09", paths: ["/items", "/{name}/"], target: "/foo", expected: nil),
    Example(id: "Q16", paths: ["/v1/a.b(c)"], target: "/v1/a.b(c)", expected: "/v1/a.b(c)"),
    Example(id: "Q16", paths: ["/v1/a.b(c)"], target: "/v1/aXb(c)", expected: nil),
    Example(
      id: "absolute", paths: ["/users"], target: "http://api.example.com/users", expected: "/users"),
    Example(id: "case", paths: ["/users"], target: "/Users", expected: nil),
    Example(id: "normalisation", paths: ["/caf\u{E9}"], target: "/cafe%CC%81", expected: nil),
    Example(
      id: "normalisation", paths: ["/caf\u{E9}"], target: "/caf%C3%A9", expected: "/caf\u{E9}"),
    Example(id: "root", paths: ["/", "/{x}"], target: "/", expected: "/"),
    Example(id: "rest", paths: ["/a/{rest...}"], target: "/a/b/c/d", expected: "/a/{rest...}"),
    Example(id: "rest", paths: ["/a/{rest...}"], target: "/a/", expected: nil),
    Example(id: "rest", paths: ["/a/{rest...}"], target: "/a", expected: nil),
    Example(id: "mixed", paths: ["/f/{n}.json"], target: "/f/.json", expected: nil),
    Example(id: "mixed", paths: ["/f/v{a}-{b}"], target: "/f/v1-2-3", expected: "/f/v{a}-{b}"),
    Example(id: "int", paths: ["/n/{id:int}"], target: "/n/-12", expected: "/n/{id:int}"),
    Example(id: "int", paths: ["/n/{id:int}"], target: "/n/1a", expected: nil),
    Example(
      id: "uuid", paths: ["/n/{id:uuid}"], target: "/n/123e4567-e89b-12d3-a456-426614174000",
      expected: "/n/{id:uuid}"),
    Example(
      id: "backtracking", paths: ["/a/b/c", "/a/{x}/d"], target: "/a/b/d", expected: "/a/{x}/d"),
  ])
  func `takes whole segments, literally`(_ example: Example) throws {
    #expect(try Self.find(example.target, in: example.paths) == example.expected)
  }

  @Test(
    .bug(id: "P05"),
    arguments: [
      ("/i/me", "/i/me"), ("/i/7", "/i/{id:int}"), ("/i/a.json", "/i/{n}.json"),
      ("/i/else", "/i/{id}"), ("/i/a/b", "/i/{rest...}"), ("/v1/test/test", "/v1/test/test"),
      ("/v1/test/zzz", "/v1/test/{p}"), ("/v1/a/b", "/v1/{p}/{q}"),
    ])
  func `prefers the most literal template, in whatever order they are written`(
    target: String, expected: String
  ) throws {
    let paths = [
      "/i/{rest...}", "/i/{id}", "/i/{n}.json", "/i/{id:int}", "/i/me", "/v1/{p}/{q}",
      "/v1/test/{p}", "/v1/test/test",
    ]
    for shift in paths.indices {
      let rotated = Array(paths[shift...] + paths[..<shift])

      #expect(try Self.find(target, in: rotated) == expected)
      #expect(try Self.find(target, in: rotated.reversed()) == expected)
    }
  }

  @Test(.bug(id: "Q04"), arguments: ["/api/v1/items/a+b", "/api/v1/items/a%2Bb"])
  func `leaves a plus in a path alone`(target: String) throws {
    let template = try PathTemplate("/api/v1/items/{itemId}")

    let parameters = try template.parameters(in: Target(Array(target.utf8)))

    #expect(parameters?["itemId"] == Array("a+b".utf8))
  }

  @Test(
    .bug(id: "P13"),
    arguments: [
      ("/items/%", TargetProblem.lonePercent), ("/items/%E0%A4%A", .lonePercent),
      ("/items/%zz", .lonePercent), ("/items/%E0%A4", .invalidUTF8), ("/a?x=%", .lonePercent),
      ("/a?x=%ff", .invalidUTF8), ("items", .notAPath), ("", .empty), ("*", .notAPath),
    ])
  func `never repairs a target`(target: String, problem: TargetProblem) {
    #expect(throws: problem) { try Target(Array(target.utf8)) }
  }

  @Test func `looks at the method, and lets GET answer HEAD`() throws {
    let group = RouteGroup("r") {
      Route("r.get", .get, "/a", default: .status(200))
      Route("r.post", .post, "/a", default: .status(200))
      Route("r.any", .any, "/a", default: .status(200))
      Route("r.me", .post, "/users/me", default: .status(200))
      Route("r.id", .get, "/users/{id}", default: .status(200))
    }
    let router = Router(Catalog(group).routes)
    func match(_ method: String, _ target: String) throws -> Int? {
      try router.matchBothWays(request(target, method: method))
    }

    #expect(try match("GET", "/a") == 0)
    #expect(try match("POST", "/a") == 1)
    #expect(try match("PURGE", "/a") == 2)
    #expect(try match("GET", "/users/me") == 4)
    #expect(try match("HEAD", "/users/me") == 4)
    #expect(try match("get", "/users/me") == nil)
    #expect(try match("HEAD", "/a") == 0)
  }

  @Test func `lets the GET route answer HEAD before one that takes every path`() throws {
    let group = RouteGroup("r") {
      Route("r.users", .get, "/users", default: .status(200))
      Route("r.rest", .any, "/{rest...}", default: .status(200))
    }
    let router = Router(Catalog(group).routes)

    #expect(try router.matchBothWays(request("/users", method: "HEAD")) == 0)
    #expect(try router.matchBothWays(request("/else", method: "HEAD")) == 1)
  }

  @Test func `lets the route that answers GET answer HEAD, unless one names HEAD`() throws {
    let group = RouteGroup("r") {
      Route("r.get", .get, "/a", default: .status(200))
      Route("r.urgent", .any, "/a", default: .status(200)).priority(1)
      Route("r.page", .get, "/b", query: .ignored, default: .status(200))
      Route("r.second", .any, "/b", query: ["page": 2], default: .status(200))
      Route("r.head", .head, "/b", query: ["page": 3], default: .status(200))
      Route("r.third", .any, "/b", query: ["page": 3], default: .status(200)).priority(1)
    }
    let router = Router(Catalog(group).routes)
    func match(_ method: String, _ target: String) throws -> Int? {
      try router.matchBothWays(request(target, method: method))
    }

    #expect(try match("GET", "/a") == 1)
    #expect(try match("HEAD", "/a") == 1)
    #expect(try match("GET", "/b?page=2") == 3)
    #expect(try match("HEAD", "/b?page=2") == 3)
    #expect(try match("HEAD", "/b?page=1") == 2)
    #expect(try match("GET", "/b?page=3") == 5)
    #expect(try match("HEAD", "/b?page=3") == 4)
  }

  @Test func `ranks routes of one path by their conditions`() throws {
    let group = RouteGroup("r") {
      Route("r.any", .get, "/s", query: .ignored, default: .status(200))
      Route("r.page", .get, "/s", query: ["page": 1], default: .status(200))
      Route(
        "r.mine", .get, "/s", query: ["page": 1], headers: ["X-Mine": "1"], default: .status(200))
    }
    let router = Router(Catalog(group).routes)

    #expect(try router.matchBothWays(request("/s?page=1", headers: [("X-Mine", "1")])) == 2)
    #expect(try router.matchBothWays(request("/s?page=1")) == 1)
    #expect(try router.matchBothWays(request("/s?page=2")) == 0)
  }

  @Test func `asks a group's rules too`() throws {
    let group = RouteGroup("r", query: ["v": 2], headers: ["X-Key": .any]) {
      Route("r.a", .get, "/s", query: ["page": 1], default: .status(200))
    }
    let router = Router(Catalog(group).routes)

    #expect(try router.matchBothWays(request("/s?page=1&v=2", headers: [("x-key", "k")])) == 0)
    #expect(try router.matchBothWays(request("/s?page=1&v=2")) == nil)
    #expect(try router.matchBothWays(request("/s?page=1", headers: [("x-key", "k")])) == nil)
  }
}
