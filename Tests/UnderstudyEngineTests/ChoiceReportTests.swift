import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A report of the choices in a catalog")
struct ChoiceReportTests {
  static let file = "ShopRoutes/Catalog.swift"

  static func scenario(
    _ name: String, from base: String? = nil, line: Int = 3,
    _ choices: KeyValuePairs<RouteID, Outcome> = [:]
  ) -> Scenario {
    Scenario(name, from: base, choices, file: file, line: line)
  }

  static func problems(
    _ scenarios: [Scenario] = [], activating choices: KeyValuePairs<RouteID, Outcome> = [:]
  ) -> [String] {
    let items = RouteGroup("items") {
      Route("items.text", .get, "/text", default: .text("a"))
      Route("items.list", .get, "/items/{id}", default: .json(["stock": [1]]))
        .variant("soldOut", .patched(["/stock": nil]))
    }
    let account = RouteGroup("account") {
      Route("account.login", .post, "/login", default: .status(200), file: file, line: 40)
        .activating(choices)
    }
    return CatalogReportTests.problems(Catalog(items, account, scenarios: scenarios))
  }

  @Test func `finds nothing wrong with what fits`() {
    let problems = Self.problems(
      [
        Self.scenario("fresh", from: "out", ["items.list": .empty, "*": .variant("soldOut")]),
        Self.scenario(
          "out",
          [
            "account.*": .unauthorized, "items.*": .patched(["/stock": 0]),
            "items.list": .variant("soldOut").delayed(.seconds(1)), "items.text": .json([]),
          ]),
        Self.scenario("nothing"),
      ],
      activating: ["items.*": .default, "account.login": .sequence(.status(409), .default)])

    #expect(problems == [])
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var choices: KeyValuePairs<RouteID, Outcome>, message: String
    var testDescription: String { message }
  }

  @Test(arguments: [
    Example(
      choices: ["items.lst": .empty],
      message:
        "chooses for 'items.lst', which is neither a route nor a group. Did you mean 'items.list'?"),
    Example(
      choices: ["items": .offline],
      message:
        "chooses for 'items', which is neither a route nor a group. Did you mean 'items.*'?"),
    Example(
      choices: ["acount.*": .offline],
      message:
        "chooses for 'acount.*', which is neither a route nor a group. Did you mean 'account.*'?"),
    Example(
      choices: ["zzzzzz": .offline],
      message: "chooses for 'zzzzzz', which is neither a route nor a group."),
    Example(
      choices: ["items.list": .variant("soldout")],
      message:
        "chooses 'soldout' for 'items.list', which has no such variant. Did you mean 'soldOut'?"),
    Example(
      choices: ["items.text": .empty],
      message: "chooses 'empty' for 'items.text', which has no such variant."),
    Example(
      choices: ["items.*": .variant("sold")],
      message:
        "chooses 'sold' for 'items.*', of which no route has such a variant. Did you mean 'soldOut'?"
    ),
    Example(
      choices: ["account.*": .empty],
      message: "chooses 'empty' for 'account.*', of which no route has such a variant."),
    Example(
      choices: ["*": .variant("real")],
      message: "chooses 'real' for '*', of which no route has such a variant."),
    Example(
      choices: ["items.text": .patched(["/stock": 0])],
      message:
        "chooses for 'items.text' an outcome that patches the default outcome, which is not JSON."),
    Example(
      choices: ["items.list": .sequence(.variant("soldOt"), .default)],
      message:
        "chooses for 'items.list' an outcome that refers to a variant 'soldOt' that the route does not have. Did you mean 'soldOut'?"
    ),
    Example(
      choices: ["items.*": .status(99)],
      message:
        "chooses for 'items.*' an outcome that fits none of its routes: for 'items.text' it has the status 99, which must be from 200 to 599."
    ),
    Example(
      choices: ["*": .text("{{path.name}}")],
      message:
        "chooses for '*' an outcome that fits none of its routes: for 'items.text' it has '{{path.name}}' in its body, which is no parameter of its path."
    ),
    Example(
      choices: ["items.list": .empty, "items.*": .offline, "items.list": .loading],
      message: "chooses twice for 'items.list'."),
  ])
  func `says what does not fit, of a scenario and of an activation`(_ example: Example) {
    #expect(
      Self.problems([Self.scenario("s", example.choices)])
        == ["Scenario 's' \(example.message)\n  at      ShopRoutes/Catalog.swift:3".inRoutes])
    #expect(
      Self.problems(activating: example.choices)
        == [
          "The activation of route 'account.login' \(example.message)\n  at      ShopRoutes/Catalog.swift:40"
            .inRoutes
        ])
  }

  @Test func `finds everything about scenarios in one run, in the order written`() {
    let problems = Self.problems([
      Self.scenario("logged out", line: 1),
      Self.scenario("", line: 2, ["items.lst": .empty]),
      Self.scenario("logged out", line: 3, ["account.*": .empty]),
      Self.scenario("fresh", from: "loged out", line: 4),
      Self.scenario("lost", from: "zzzz", line: 5),
      Self.scenario("self", from: "self", line: 6),
      Self.scenario("before", from: "a", line: 7),
      Self.scenario("a", from: "b", line: 8),
      Self.scenario("b", from: "c", line: 9),
      Self.scenario("c", from: "a", line: 10),
    ])

    #expect(
      problems == [
        """
        A scenario has no name, by which it could be chosen.
          at      routes/Catalog.swift:2
        """,
        """
        Scenario '' chooses for 'items.lst', which is neither a route nor a group. Did you mean 'items.list'?
          at      routes/Catalog.swift:2
        """,
        """
        Scenario 'logged out' is declared twice.
          first   routes/Catalog.swift:1
          again   routes/Catalog.swift:3
        """,
        """
        Scenario 'logged out' chooses 'empty' for 'account.*', of which no route has such a variant.
          at      routes/Catalog.swift:3
        """,
        """
        Scenario 'fresh' extends 'loged out', which is no scenario. Did you mean 'logged out'?
          at      routes/Catalog.swift:4
        """,
        """
        Scenario 'lost' extends 'zzzz', which is no scenario.
          at      routes/Catalog.swift:5
        """,
        """
        Scenario 'self' extends itself.
          at      routes/Catalog.swift:6
        """,
        """
        Scenario 'a' extends itself, by way of 'b', 'c'.
          at      routes/Catalog.swift:8
        """,
      ])
  }

  @Test func `tells names apart by their bytes`() {
    #expect(
      Self.problems([Self.scenario("caf\u{E9}"), Self.scenario("cafe\u{301}")]) == [])
  }

  @Test func `says nothing of routes whose path cannot be read, but that`() {
    let group = RouteGroup("r") { Route("r.one", .get, "/{a", default: .status(200)) }

    let problems = CatalogReportTests.problems(
      Catalog(group, scenarios: [Self.scenario("s", ["r.one": .empty, "r.*": .status(99)])]))

    #expect(problems.count == 1)
    #expect(problems[0].hasPrefix("Path '/{a' of route 'r.one'"))
  }
}

extension String {
  /// The text as messages have it, which name the folder of a module of routes.
  fileprivate var inRoutes: String { replacing("ShopRoutes/", with: "routes/") }
}
