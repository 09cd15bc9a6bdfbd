import Platform
import Understudy
import UnderstudyCLI

/// `understudy` with a catalog made in a loop: `BENCH_ROUTES` routes, 1,000 where it is not set, and a few
/// with rules; with files, where `BENCH_FILES` is set.
@main struct BenchmarkServer: UnderstudyApp {
  static var catalog: Catalog {
    let count = Machine.environment("BENCH_ROUTES").flatMap { Int($0) } ?? 1_000
    return Catalog(
      stride(from: 0, to: count, by: 10).map { first in
        area(first / 10, routes: first..<min(first + 10, count))
      } + [ruled] + (Machine.environment("BENCH_FILES") == nil ? [] : [files]))
  }

  /// What `run` asks for beside the fixed answers: rules, a closure.
  private static let ruled = RouteGroup("ruled", path: "/ruled") {
    Route(
      "ruled.query", .get, "/query",
      query: ["page": .any, "size": 20, "sort": .oneOf("name", "price")],
      default: .json(answer))
    Route(
      "ruled.headers", .get, "/headers",
      headers: ["Accept-Language": .matching("en.*"), "X-Request-Id": .any], default: .json(answer))
    Route(
      "ruled.body", .post, "/body",
      body: .jsonContaining(["order": ["customer": ["id": 42]], "total": .any]),
      default: .json(answer))
    Route("ruled.computed", .get, "/computed/{id}", default: .dynamic { _ in .json(answer) })
  }

  /// What `run` puts into a folder of fixtures.
  private static let files = RouteGroup("files", path: "/files") {
    Route("files.item", .get, "/items/{id}", default: .fixture("items/{id}.json"))
    Route("files.long", .get, "/long", default: .fixture("long.bin"))
  }

  /// Ten routes under one path, as an API has them: lists by literal, items by parameter.
  private static func area(_ number: Int, routes: Range<Int>) -> RouteGroup {
    RouteGroup("area\(number)", path: "/api/v1/area\(number)") {
      for route in routes {
        Route(
          RouteID(rawValue: "area\(number).route\(route)"), .get,
          route.isMultiple(of: 2) ? "/list\(route)" : "/item\(route)/{id}",
          default: .json(answer))
      }
    }
  }

  /// The same bytes as in `bare.c` and `nginx.conf`; `run` compares them.
  private static let answer: JSON = [
    "id": 42, "title": "Amber Desk Lamp", "category": "lighting", "price_cents": 4900,
    "currency": "EUR", "stock": 5, "image_url": "/assets/items/lamp.png",
    "created_at": "2025-01-06T09:00:00Z", "updated_at": "2025-02-05T11:00:00Z",
    "description": "A small lamp for a large desk.", "tags": ["lighting", "amber"],
    "rating": ["average": 4, "count": 5],
  ]
}
