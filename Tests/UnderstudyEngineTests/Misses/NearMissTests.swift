import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A near miss")
struct NearMissTests {
  static let catalog = Catalog(
    RouteGroup("items", path: "/api/v1/items") {
      Route("items.list", .get, default: .status(200))
      Route("items.create", .post, default: .status(201))
      Route("items.detail", .get, "/{itemId}", default: .status(200))
      Route("items.page", .get, "/pages/{page:int}", default: .status(200))
    },
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .status(200))
      Route("users.posts", .get, "/{id}/posts/", default: .status(200))
    },
    RouteGroup("assets") {
      Route("assets.file", .get, "/assets/{rest...}", default: .status(200))
    })

  static func explanation(
    _ target: String, method: String = "GET", of catalog: Catalog = catalog,
    mayLookFurther: Bool = true
  ) throws -> Explanation {
    let engine = try Engine(catalog)
    let search = NearMissSearch(engine.report.entries, engine.router)
    let request = try request(target, method: method)
    #expect(engine.router.match(request) == nil)
    return search.explanation(of: request) { mayLookFurther }
  }

  struct Slip: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var target: String, nearest: String, hint: String?
    var testDescription: String { "\(method) \(target)" }
  }

  @Test(arguments: [
    Slip(
      target: "/users/", nearest: "users.list",
      hint: "The path ends in '/', an empty segment that '/users' does not have."),
    Slip(
      target: "/users/7/posts", nearest: "users.posts",
      hint: "The route's path ends in '/', the request's does not."),
    Slip(
      target: "/Users", nearest: "users.list",
      hint: "The path differs from '/users' in case alone, and case counts."),
    Slip(
      target: "/API/v1/Items/7", nearest: "items.detail",
      hint: "The path differs from '/api/v1/items/{itemId}' in case alone, and case counts."),
    Slip(
      target: "/usrs", nearest: "users.list", hint: "'usrs' may be meant to be 'users'."),
    Slip(
      target: "/api/v1/itmes/7", nearest: "items.detail",
      hint: "'itmes' may be meant to be 'items'."),
    Slip(
      target: "/api/api/v1/items", nearest: "items.list",
      hint: "The path has '/api' twice: the base URL may end in it already."),
    Slip(
      target: "/api/v1/api/v1/items", nearest: "items.list",
      hint: "The path has '/api/v1' twice: the base URL may end in it already."),
    Slip(
      target: "/items", nearest: "items.list",
      hint: "The path lacks '/api/v1' in front: the base URL may have to end in it."),
    Slip(
      target: "/v2/users", nearest: "users.list",
      hint: "The path has '/v2' in front, which the route has not: the base URL may end in it."),
    Slip(
      target: "/http://localhost:8080/users", nearest: "users.list",
      hint: "The path holds a whole URL: the base URL may have been put in front of one."),
    Slip(
      target: "/api%2Fv1/items", nearest: "items.list",
      hint: "The path has '%2F', which is a character of its segment and parts none."),
    Slip(
      target: "/api/v1/items/pages/two", nearest: "items.page",
      hint: "'{page:int}' does not take 'two'."),
    Slip(
      method: "get", target: "/users", nearest: "users.list",
      hint: "Methods compare with case: 'GET' is not 'get'."),
    Slip(
      method: "DELETE", target: "/users", nearest: "users.list",
      hint: "The path is there for GET, HEAD, OPTIONS."),
    Slip(target: "/api/v2/items/7", nearest: "items.detail", hint: nil),
    Slip(target: "/api/v1/orders", nearest: "items.list", hint: nil),
    Slip(
      target: "/assets/", nearest: "assets.file",
      hint: "The path has an empty segment where '{rest...}' stands: a parameter is never empty."),
  ])
  func `names the route that was meant, and the slip`(_ slip: Slip) throws {
    let explanation = try Self.explanation(slip.target, method: slip.method)

    #expect(explanation.nearest.first?.route.rawValue == slip.nearest)
    #expect(explanation.hints.first == slip.hint)
  }

  @Test(
    .bug(id: "P07"),
    arguments: [
      (
        "/api/v1/items/",
        "The path has an empty segment where '{itemId}' stands: a parameter is never empty."
      ),
      ("/api/v1//items/1", "The path has an empty segment: '//'."),
      ("//", "The path has an empty segment: a trailing or a double slash."),
    ])
  func `says where a segment is empty`(target: String, hint: String) throws {
    let explanation = try Self.explanation(target)

    let told =
      explanation.hints + explanation.nearest.flatMap(\.differences).compactMap(\.hint)
    #expect(told.contains(hint))
    #expect(explanation.hints.contains { $0.contains("empty segment") })
  }

  @Test(.bug(id: "P09"), arguments: [("/items/", "r.items"), ("/foo", "r.name")])
  func `is told for literals and templates alike`(target: String, nearest: String) throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.items", .get, "/items", default: .status(200))
        Route("r.name", .get, "/x/{name}/", default: .status(200))
      })
    let target = target == "/foo" ? "/x/foo" : target

    let explanation = try Self.explanation(target, of: catalog)

    #expect(explanation.nearest.first?.route.rawValue == nearest)
  }

  @Test func `carries every difference`() throws {
    let miss = try #require(try Self.explanation("/Users", method: "PUT").nearest.first)

    #expect(
      miss.differences == [
        Difference(.method, expected: "GET", actual: "PUT"),
        Difference(
          .path, expected: "/users", actual: "/Users",
          hint: "The path differs from '/users' in case alone, and case counts."),
      ])
  }

  @Test func `at the same path comes before one at another`() throws {
    let explanation = try Self.explanation("/api/v1/items", method: "PUT")

    #expect(explanation.isMethodRefused)
    #expect(explanation.refusedFor == ["GET", "HEAD", "POST", "OPTIONS"])
    #expect(
      explanation.nearest.prefix(2).map(\.route.rawValue) == ["items.list", "items.create"])
  }

  @Test(arguments: ["/nothing", "/", "/a/b/c/d/e/f/g", "/7/8"])
  func `is not made up`(target: String) throws {
    let explanation = try Self.explanation(target)

    #expect(explanation.nearest.isEmpty)
    #expect(explanation.refusedFor.isEmpty)
    #expect(!explanation.isMethodRefused)
  }

  @Test func `says so where there was no time to compare paths`() throws {
    let explanation = try Self.explanation("/usrs", mayLookFurther: false)

    #expect(explanation.nearest.isEmpty)
    #expect(
      explanation.hints == [
        "Many requests miss at once, so similar paths were not looked for: GET /__admin/requests?matched=false has them."
      ])
  }

  @Test func `is nearer the less it differs`() throws {
    let catalog = Catalog(
      RouteGroup("r", path: "/s") {
        Route("r.two", .get, query: ["a": 1, "b": 1], default: .status(200))
        Route("r.one", .get, query: ["a": 1], default: .status(200))
        Route("r.post", .post, query: ["a": 2], default: .status(200))
        Route("r.host", .get, query: ["a": 2], host: "other.test", default: .status(200))
      })

    let explanation = try Self.explanation("/s?a=2", of: catalog)

    #expect(explanation.nearest.map(\.route.rawValue) == ["r.one", "r.two", "r.host"])
    #expect(
      explanation.nearest[0].differences == [Difference(.query, "a", expected: "1", actual: "2")])
    #expect(
      explanation.nearest[1].differences == [
        Difference(.query, "a", expected: "1", actual: "2"),
        Difference(.query, "b", expected: "1", actual: nil),
      ])
  }

  @Test func `repeats the hint of a difference`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.one", .get, "/s", query: ["a": 1], default: .status(200))
      })

    let explanation = try Self.explanation("/s?a=1&a=1", of: catalog)

    #expect(explanation.hints == ["'a' is repeated: send it once."])
  }

  @Test func `says what a body is labelled as`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.one", .get, "/s", headers: ["Content-Type": "application/json"],
          default: .status(200))
      })

    let explanation = try Self.explanation("/s", of: catalog)

    #expect(
      explanation.hints == ["The body has no Content-Type; the route takes application/json."])
  }

  @Test func `of another host refuses no method`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.here", .get, "/a", default: .status(200))
        Route("r.there", .put, "/a", host: "other.test", default: .status(200))
        Route("r.elsewhere", .get, "/b", host: "other.test", default: .status(200))
      })

    let here = try Self.explanation("/a", method: "PUT", of: catalog)
    let elsewhere = try Self.explanation("/b", method: "PUT", of: catalog)

    #expect(here.isMethodRefused)
    #expect(here.refusedFor == ["GET", "HEAD", "OPTIONS"])
    #expect(!elsewhere.isMethodRefused)
    #expect(elsewhere.refusedFor.isEmpty)
    #expect(elsewhere.nearest.map(\.route.rawValue) == ["r.elsewhere"])
  }

  @Test func `is found among thousands, whatever is asked`() throws {
    let names = ["orders", "invoices", "customers", "shipments", "refunds"]
    let group = RouteGroup("r", path: "/api/v1") {
      for index in 0..<2000 {
        Route(
          RouteID(rawValue: "r.\(index)"), .get, "/\(names[index % 5])\(index)/{id}/lines",
          default: .status(200))
      }
    }
    let engine = try Engine(Catalog(group))
    let search = NearMissSearch(engine.report.entries, engine.router)

    let near = search.explanation(of: try request("/api/v1/invoces1111/7/lines"))
    let long = search.explanation(
      of: try request("/" + (0..<4000).map { "s\($0)" }.joined(separator: "/")))

    #expect(near.nearest.first?.route.rawValue == "r.1111")
    #expect(near.hints == ["'invoces1111' may be meant to be 'invoices1111'."])
    #expect(long.nearest.isEmpty)
  }
}
