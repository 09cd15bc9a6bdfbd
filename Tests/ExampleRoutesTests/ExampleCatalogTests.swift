import ExampleRoutes
import MicroHTTPD
import Testing
import Understudy
import UnderstudyEngine

@Suite("The example catalog")
struct ExampleCatalogTests {
  @Test func `is sound, and so are its fixtures`() {
    let report = CatalogReport(catalog, fixtures: FixtureStore(ExampleFixtures.folder))

    #expect(report.problems.map(\.description) == [])
    #expect(report.warnings == [])
    #expect(report.entries.count == 13)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var method: String, target: String, body = "", route: RouteID?
    var testDescription: String { "\(method) \(target)" }
  }

  @Test(arguments: [
    Example(method: "GET", target: "/users", route: .usersList),
    Example(method: "GET", target: "/users/7", route: .usersDetail),
    Example(
      method: "POST", target: "/user/login", body: "name=mara&password=s", route: .accountLogin),
    Example(method: "POST", target: "/user/login", body: "name=mara", route: nil),
    Example(method: "GET", target: "/me/profile", route: .meProfile),
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
      Self.request(example.method, example.target, body: example.body))

    #expect(match.map { routes[$0].route.id } == example.route)
  }

  struct Answered: Sendable, CustomTestStringConvertible {
    var method: String, target: String, token: String? = nil, body = "", variant: String
    var testDescription: String { "\(method) \(target) \(token ?? "") \(body): \(variant)" }
  }

  @Test(arguments: [
    Answered(
      method: "POST", target: "/user/login", body: "name=mara&password=s", variant: "default"),
    Answered(
      method: "POST", target: "/user/login", body: "password=wrong&name=mara",
      variant: "unauthorized"),
    Answered(method: "GET", target: "/me/profile", token: "Bearer t-1", variant: "default"),
    Answered(method: "GET", target: "/me/profile", token: "Bearer t-2", variant: "unauthorized"),
    Answered(method: "GET", target: "/me/profile", variant: "unauthorized"),
  ])
  func `lets in who knows the password, and who brings the token`(_ example: Answered) throws {
    let fixtures = FixtureStore(ExampleFixtures.folder)
    let report = CatalogReport(catalog, fixtures: fixtures)
    let switchboard = try Switchboard(report, fixtures: fixtures, maker: ReplyMaker())
    let request = try Self.request(
      example.method, example.target,
      lines: example.token.map { [(name: "Authorization", value: $0)] } ?? [], body: example.body)
    let index = try #require(Router(report.entries).match(request))

    let choice = World(switchboard).current.choices[index].decided(for: request)

    #expect(choice.plan.variant == example.variant)
  }

  static func request(
    _ method: String, _ target: String, lines: [(name: String, value: String)] = [],
    body: String = ""
  ) throws -> ReceivedRequest {
    let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
    return ReceivedRequest(
      method: Array(method.utf8), target: try Target(Array(target.utf8)),
      head: HeadLines(lines + (body.isEmpty ? [] : [type])), body: Array(body.utf8))
  }
}
