import ExampleRoutes
import Testing
import Understudy
import UnderstudyEngine

@Suite("The example catalog")
struct ExampleCatalogTests {
  @Test func `is sound, and so are its fixtures`() {
    let report = CatalogReport(catalog, fixtures: FixtureStore(ExampleFixtures.folder))

    #expect(report.problems.map(\.description) == [])
    #expect(report.warnings == [])
    #expect(report.entries.count == 12)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var method: String, target: String, route: RouteID?
    var testDescription: String { "\(method) \(target)" }
  }

  @Test(arguments: [
    Example(method: "GET", target: "/users", route: .usersList),
    Example(method: "GET", target: "/users/7", route: .usersDetail),
    Example(method: "POST", target: "/user/login", route: .accountLogin),
    Example(method: "GET", target: "/user/register/a@example.com", route: .accountRegister),
    Example(method: "PUT", target: "/update/info", route: .accountUpdate),
    Example(method: "POST", target: "/image/upload?size=small", route: .accountUpload),
    Example(method: "GET", target: "/api/v1/items/overview", route: .itemsOverview),
    Example(method: "GET", target: "/api/v1/items?page=1&size=20", route: .itemsPage(1)),
    Example(method: "GET", target: "/api/v1/items?size=20&page=3", route: .itemsPage(3)),
    Example(method: "GET", target: "/api/v1/items?page=4&size=20", route: nil),
    Example(method: "GET", target: "/api/v1/items?page=1", route: nil),
    Example(method: "GET", target: "/api/v1/items/21", route: .itemsDetail),
    Example(method: "GET", target: "/assets/items/lamp.png", route: .itemsAssets),
    Example(method: "GET", target: "/users/", route: nil),
  ])
  func `has a route for what apps call`(_ example: Example) throws {
    let routes = catalog.routes

    let match = try Router(routes).match(
      ReceivedRequest(
        method: Array(example.method.utf8), target: Target(Array(example.target.utf8))))

    #expect(match.map { routes[$0].route.id } == example.route)
  }
}
