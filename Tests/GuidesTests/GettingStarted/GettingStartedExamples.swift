import ExampleRoutes
import ExampleShop
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

/// What the catalog of the example has, by the names that it has there.
private let (users, account, me, items) = (
  RouteGroup("users") { Route(.usersList, .get, "/users", default: .json([])) },
  RouteGroup("account") {}, RouteGroup("me") {}, RouteGroup("items") {}
)

/// Compiled, and not run: the page leaves the files to its reader.
private enum GettingStartedExamples {
  static func catalog() -> Catalog {
    let catalog = Catalog(
      users, account, me, items, orders,
      scenarios: [
        Scenario("logged out", ["me.*": .unauthorized]),
        Scenario("fresh install", from: "logged out", [.usersList: .empty, .ordersList: .empty]),
      ])
    return catalog
  }
}

@Suite(.mocked(catalog))
struct UserListTests {
  @Test(arguments: [(Variant.default, 10), (.empty, 0)])
  func `shows as many users as there are`(variant: Variant, count: Int) async throws {
    let session = try MockSession.current
    try await session.activate(variant, for: .usersList)
    let service = ShopService(.mocked(session.baseURL))

    #expect(try await service.users().count == count)
    try await session.assertNoMisses()
  }
}
