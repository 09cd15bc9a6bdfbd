import Foundation
import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("The command 'add route'")
struct AddCommandTests {
  private let folder: TemporaryFolder
  private let stage = Stage()

  private static let users = """
    public import Understudy

    extension RouteID {
      /// All.
      public static let usersList: RouteID = "users.list"
    }

    /// Not a RouteGroup("users") { in a comment.
    let users = RouteGroup("users", path: "/users") {
      Route(.usersList, .get, default: .json(["}": "RouteGroup(\\"x\\") {"]))
      // The end.
    }

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Package.swift", "// a package\n")
    try folder.write("routes/Users.swift", Self.users)
    try folder.write(
      "routes/Catalog.swift", "public import Understudy\n\npublic let catalog = Catalog(users)\n")
  }

  private func run(_ arguments: String...) -> Int32 {
    var runner = stage.runner
    runner.workingFolder = folder.path
    return runner.run(["add", "route"] + arguments).rawValue
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try #require(try Files.read("\(folder.path)/\(name)")), as: UTF8.self)
  }

  @Test func `begins a group with its file, its fixture and its place in the catalog`() throws {
    #expect(run("orders.list", "GET", "/api/orders") == 0)

    #expect(
      try text("routes/Orders.swift") == """
        public import Understudy

        extension RouteID {
          /// `GET /api/orders`.
          public static let ordersList: RouteID = "orders.list"
        }

        /// The routes of `orders`.
        let orders = RouteGroup("orders", path: "/api/orders") {
          Route(.ordersList, .get, default: .fixture("orders/list.json"))
        }

        """)
    #expect(try text("fixtures/orders/list.json") == "{}\n")
    #expect(try text("routes/Catalog.swift").hasSuffix("= Catalog(users, orders)\n"))
    #expect(
      stage.output == """
        fixtures/orders/list.json: made; what is saved there is served at once
        routes/Orders.swift: route 'orders.list' in a new group 'orders'
        routes/Catalog.swift: 'orders' is in the catalog

        """)
  }

  @Test func `goes into a group that is there`() throws {
    #expect(run("users.detail", "GET", "/users/{id}") == 0)

    #expect(
      try text("routes/Users.swift").hasSuffix(
        """
          // The end.

          Route(
            .usersDetail, .get, "/{id}",
            default: .fixture("users/{id}.json", ifMissing: .variant(.notFound)))
        }

        """))
    #expect(
      try text("routes/Users.swift").contains(
        """
          public static let usersList: RouteID = "users.list"
          /// `GET /users/{id}`.
          public static let usersDetail: RouteID = "users.detail"
        }

        """))
    #expect(try text("fixtures/users/1.json") == "{}\n")
    #expect(
      stage.output == """
        fixtures/users/1.json: made; what is saved there is served at once
        routes/Users.swift: route 'users.detail' in group 'users'

        """)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var words: [String]
    var route: String
    var fixture: String?
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Example(
      words: ["users.add", "POST", "/users"],
      route: #"Route(.usersAdd, .post, default: .fixture("users/add.json"))"#,
      fixture: "users/add.json"),
    Example(
      words: ["users.add", "POST", "/users", "--json", #"{"id": 1}"#, "--status", "201"],
      route: #"Route(.usersAdd, .post, default: .json(["id": 1]).status(201))"#),
    Example(
      words: ["users.drop", "DELETE", "/users/{id}", "--status", "204"],
      route: #"Route(.usersDrop, .delete, "/{id}", default: .status(204))"#),
    Example(
      words: ["users.drop", "PURGE", "/users", "--fixture", "gone.json"],
      route: #"Route(.usersDrop, "PURGE", default: .fixture("gone.json"))"#, fixture: "gone.json"),
    Example(
      words: ["users.any", "*", "/users/x", "--json", "[]"],
      route: #"Route(.usersAny, .any, "/x", default: .json([]))"#),
    Example(
      words: ["users.uuid", "GET", "/users/{id:uuid}"],
      route: """
        Route(
            .usersUuid, .get, "/{id:uuid}",
            default: .fixture("users/{id}.json", ifMissing: .variant(.notFound)))
        """, fixture: "users/1.json"),
    // Digits that Swift would not keep, and text that is too long for a line, are a fixture.
    Example(
      words: ["users.big", "GET", "/users/big", "--json", "[1.50]"],
      route: #"Route(.usersBig, .get, "/big", default: .fixture("users/big.json"))"#,
      fixture: "users/big.json"),
  ])
  func `writes the route that was asked for`(_ example: Example) throws {
    var runner = stage.runner
    runner.workingFolder = folder.path

    #expect(runner.run(["add", "route"] + example.words) == .ok)

    #expect(try text("routes/Users.swift").contains("\n\n  \(example.route)\n}\n"))
    let names = RootedFolder("\(folder.path)/fixtures").fileNames()
    #expect(names == (example.fixture.map { [$0] } ?? []))
  }

  @Test func `keeps what JSON says that becomes a fixture`() throws {
    #expect(run("users.big", "GET", "/users/big", "--json", "[1.50]") == 0)

    #expect(try text("fixtures/users/big.json") == "[\n  1.50\n]\n")
  }

  @Test func `leaves a fixture alone that is there`() throws {
    try folder.write("fixtures/orders/list.json", "[1]")

    #expect(run("orders.list", "GET", "/orders") == 0)

    #expect(try text("fixtures/orders/list.json") == "[1]")
    #expect(stage.output.hasPrefix("fixtures/orders/list.json: stays as it is\n"))
  }

  @Test func `puts a new group into a file that is there`() throws {
    #expect(run("people.list", "GET", "/people", "--file", "routes/Users.swift") == 0)

    #expect(
      try text("routes/Users.swift").hasSuffix(
        """
          // The end.
        }

        /// The routes of `people`.
        let people = RouteGroup("people", path: "/people") {
          Route(.peopleList, .get, default: .fixture("people/list.json"))
        }

        """))
  }

  @Test func `goes into the innermost group`() throws {
    try folder.write(
      "routes/Users.swift",
      """
      import Understudy

      let shop = RouteGroup("shop", path: "/shop") {
        RouteGroup("shop.orders", path: "/orders") { Route("shop.orders.list", .get, default: .json([])) }
      }

      """)

    #expect(run("shop.orders.one", "GET", "/shop/orders/1", "--json", "{}") == 0)
    #expect(run("shop.about", "GET", "/shop/about", "--json", "{}") == 0)

    #expect(
      try text("routes/Users.swift") == """
        import Understudy

        let shop = RouteGroup("shop", path: "/shop") {
          RouteGroup("shop.orders", path: "/orders") {
            Route("shop.orders.list", .get, default: .json([]))

            Route("shop.orders.one", .get, "/1", default: .json([:]))
          }

          Route("shop.about", .get, "/about", default: .json([:]))
        }

        """)
  }

  @Test(arguments: [
    ("Catalog(users)", "Catalog(users, orders)"), ("Catalog()", "Catalog(orders)"),
    ("Catalog(\n  users,\n  items\n)", "Catalog(\n  users,\n  items,\n  orders\n)"),
    (
      "Catalog(\n  users, items,\n  scenarios: [\n    Scenario(\"a\", [:])\n  ])",
      "Catalog(\n  users, items, orders,\n  scenarios: [\n    Scenario(\"a\", [:])\n  ])"
    ),
    ("Catalog(scenarios: [])", "Catalog(orders, scenarios: [])"),
  ])
  func `finds the place in the catalog`(_ before: String, _ after: String) throws {
    try folder.write("routes/Catalog.swift", "let catalog = \(before)\n")

    #expect(run("orders.list", "GET", "/orders", "--json", "[]") == 0)

    #expect(try text("routes/Catalog.swift") == "let catalog = \(after)\n")
    #expect(stage.error.isEmpty)
  }

  @Test(arguments: [
    "Catalog(all.map(\\.group))", "Catalog(users)\nlet other = Catalog(items)", "make(users)",
    "Catalog(make(\"users\"))",
  ])
  func `says what to add to a catalog that it leaves alone`(_ catalog: String) throws {
    try folder.write("routes/Catalog.swift", "let catalog = \(catalog)\n")

    #expect(run("orders.list", "GET", "/orders", "--json", "[]") == 0)

    #expect(try text("routes/Catalog.swift") == "let catalog = \(catalog)\n")
    #expect(
      stage.error == """
        warning: The catalog is not written so that a group could be added safely.
          hint    put 'orders' among the groups: Catalog(…, orders)

        """)
  }

  @Test(
    arguments: [("GTE", "GET"), ("PSOT", "POST"), ("PURGE", nil), ("REPORT", nil)]
      as [(String, String?)])
  func `asks whether a method is meant that is close to another`(
    _ method: String, _ meant: String?
  ) throws {
    #expect(run("users.x", method, "/users/x", "--json", "[]") == 0)

    #expect(
      stage.error
        == (meant.map {
          "warning: Method '\(method)' is an unusual one. Did you mean '\($0)'?\n"
        } ?? ""))
    #expect(try text("routes/Users.swift").contains("Route(.usersX, \"\(method)\", \"/x\""))
  }

  @Test func `gives a group another variable where its name is taken`() throws {
    try folder.write("routes/More.swift", "let orders = 1\nlet ordersRoutes = 2\n")

    #expect(run("orders.list", "GET", "/orders", "--json", "[]") == 0)

    #expect(try text("routes/Orders.swift").contains("let ordersRoutes3 = RouteGroup("))
    #expect(try text("routes/Catalog.swift").contains("Catalog(users, ordersRoutes3)"))
  }

  @Test func `uses a constant that is there`() throws {
    try folder.write(
      "routes/IDs.swift", "extension RouteID {\n  static let all: RouteID = \"users.all\"\n}\n")

    #expect(run("users.all", "GET", "/users/all", "--json", "[]") == 0)

    #expect(
      try text("routes/Users.swift").contains("  Route(.all, .get, \"/all\", default: .json([]))"))
  }

  @Test(arguments: [
    (
      ["users.list", "GET", "/users"],
      "error: Route 'users.list' is there already: routes/Users.swift:10.\n"
    ),
    (
      ["health", "GET", "/health"],
      "error: Route id 'health' must begin with the name of its group, such as 'health.list'.\n"
    ),
    (
      ["users.a b", "GET", "/users"],
      "error: Route id 'users.a b' must be parts of letters, digits, '-' and '_', parted by single "
        + "dots.\n"
    ),
    (
      ["users.x", "get", "/users"],
      "error: Method 'get' is not 'GET': methods compare with case.\n  hint    write GET\n"
    ),
    (
      ["users.x", "G T", "/users"],
      "error: Method 'G T' of route 'users.x' is not a method name (RFC 9110, 9.1).\n"
    ),
    (
      ["orders.x", "GET", "orders"],
      "error: Path 'orders' of route 'orders.x' must begin with '/'.\n"
    ),
    (
      ["orders.x", "GET", "/__admin/x"],
      "error: Path '/__admin/x' of route 'orders.x' lies under '/__admin', which the daemon keeps "
        + "for itself.\n"
    ),
    (
      ["users.x", "GET", "/usersx"],
      "error: Path '/usersx' must begin with '/users', as all paths of group 'users' do: "
        + "routes/Users.swift:9.\n"
    ),
    (
      ["users.x", "GET", "/users", "--file", "routes/Other.swift"],
      """
      error: Group 'users' is in routes/Users.swift:9, not in 'routes/Other.swift'.
        hint    leave --file out

      """
    ),
    (
      ["orders.x", "GET", "/orders", "--file", "Orders.swift"],
      "error: Option '--file' must be a Swift file in 'routes', such as routes/Items.swift, not "
        + "'Orders.swift'.\n"
    ),
    (
      ["orders.x", "GET", "/orders", "--file", "routes/../Orders.swift"],
      "error: Option '--file' must be a Swift file in 'routes', such as routes/Items.swift, not "
        + "'routes/../Orders.swift'.\n"
    ),
    (
      ["orders.x", "GET", "/orders", "--file", "routes/./Orders.swift"],
      "error: Option '--file' must be a Swift file in 'routes', such as routes/Items.swift, not "
        + "'routes/./Orders.swift'.\n"
    ),
    (
      ["orders.x", "GET", "/orders", "--file", "routes//Orders.swift"],
      "error: Option '--file' must be a Swift file in 'routes', such as routes/Items.swift, not "
        + "'routes//Orders.swift'.\n"
    ),
    (
      ["users.x", "GET", "/users", "--json", "{"],
      "error: Option '--json' must be JSON such as '{\"id\": 1}', not '{'.\n"
    ),
    (
      ["users.x", "GET", "/users", "--json", "{}", "--fixture", "a.json"],
      "error: Options '--fixture' and '--json' exclude each other: give one.\n"
    ),
    (
      ["users.x", "GET", "/users", "--status", "600"],
      "error: Option '--status' must be a whole number from 200 to 599, not '600'.\n"
    ),
    (
      ["users.x", "GET", "/users", "--fixture", "a.png"],
      """
      error: Fixture 'a.png' does not exist in 'fixtures', and is none of JSON.
        hint    put it there first: what is made is an empty object of JSON

      """
    ),
    (
      ["users.x", "GET", "/users", "--fixture", "../a.json"],
      "error: Option '--fixture' must be the name of a file in 'fixtures', such as "
        + "orders/list.json, not '../a.json'.\n"
    ),
  ])
  func `says what is wrong, and changes nothing`(_ words: [String], _ error: String) throws {
    var runner = stage.runner
    runner.workingFolder = folder.path

    #expect(runner.run(["add", "route"] + words) == .usage)

    #expect(stage.error == error)
    #expect(try text("routes/Users.swift") == Self.users)
    #expect(Files.names(in: folder.path).sorted() == ["Package.swift", "routes"])
    #expect(Files.names(in: "\(folder.path)/routes").sorted() == ["Catalog.swift", "Users.swift"])
  }

  @Test func `needs a package`() throws {
    let other = try TemporaryFolder()
    var runner = stage.runner
    runner.workingFolder = other.path

    #expect(runner.run(["add", "route", "a.b", "GET", "/"]) == .usage)
    #expect(runner.run(["add", "roude", "a.b", "GET", "/"]) == .usage)
    #expect(runner.run(["add", "route", "a.b", "GET"]) == .usage)

    #expect(
      stage.error == """
        error: There is no package with a folder 'routes' here.
          hint    change to one, or make one with 'new'
        error: 'add' takes 'route', not 'roude'. Did you mean 'route'?
        error: 'add' needs 'route' with an id, a method and a path.
          hint    usage: understudy add route ID METHOD PATH

        """)
  }
}
