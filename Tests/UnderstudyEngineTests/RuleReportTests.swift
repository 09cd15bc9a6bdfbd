import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A catalog report on rules")
struct RuleReportTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var rules: RequestRules, problems: [String]
    var testDescription: String { problems.first ?? "sound" }

    init(_ rules: RequestRules, _ problems: String...) {
      self.rules = rules
      self.problems = problems
    }
  }

  @Test(
    .bug(id: "W02"),
    arguments: [
      Example(
        RequestRules(query: ["a": .matching("[0-9")]),
        "Route 'r.a' has the pattern '[0-9' for the query name 'a', which cannot be compiled: missing terminating ] for character class (at byte 4)."
      ),
      Example(
        RequestRules(query: ["a": 1, "a": 2]), "Route 'r.a' has two rules for the query name 'a'."),
      Example(
        RequestRules(headers: ["X-A": .any, "x-a": "1"]),
        "Route 'r.a' has two rules for the header 'x-a'."),
      Example(RequestRules(cookies: ["a": .any, "A": .any])),
      Example(
        RequestRules(cookies: ["a": .any, "a": "1"]),
        "Route 'r.a' has two rules for the cookie 'a'."),
      Example(
        RequestRules(headers: ["X A": .any]),
        "Route 'r.a' has a rule for the header 'X A', which is no name of a header (RFC 9110, 5.1)."
      ),
      Example(
        RequestRules(cookies: ["a;b": .any]),
        "Route 'r.a' has a rule for the cookie 'a;b', which is no name of a cookie (RFC 6265, 4.1.1)."
      ),
      Example(
        RequestRules(headers: ["X-A": .flag]),
        "Route 'r.a' has .flag for the header 'X-A', but only names of a query or a form stand without '='."
      ),
      Example(
        RequestRules(cookies: ["a": .flag]),
        "Route 'r.a' has .flag for the cookie 'a', but only names of a query or a form stand without '='."
      ),
      Example(
        RequestRules(cookies: ["a": ["1", "2"]]),
        "Route 'r.a' has a list for the cookie 'a', but a cookie has one value."),
      Example(
        RequestRules(headers: ["host": ["1", "2"]]),
        "Route 'r.a' has a list for the header 'host', but this header has one line."),
      Example(
        RequestRules(query: ["a": .token("x")]),
        "Route 'r.a' has .token for the query name 'a', but only header lines are lists of tokens."),
      Example(
        RequestRules(headers: ["X-Token": .bearer("x")]),
        "Route 'r.a' has .bearer for the header 'X-Token', but only the header 'Authorization' holds credentials."
      ),
      Example(
        RequestRules(query: ["a": .basic("u", "p")]),
        "Route 'r.a' has .basic for the query name 'a', but only the header 'Authorization' holds credentials."
      ),
      Example(
        RequestRules(query: ["a": .oneOf("1", .optional("2"))]),
        "Route 'r.a' has .optional inside another rule for the query name 'a'; it must stand outermost."
      ),
      Example(
        RequestRules(query: ["a": ["1", ["2"]]]),
        "Route 'r.a' has a list inside another rule for the query name 'a'; it must stand outermost."
      ),
      Example(RequestRules(query: ["a": .optional(.oneOf(["1", "2"], "3"))])),
      Example(
        RequestRules(query: ["a": .oneOf([ValueRule]())]),
        "Route 'r.a' has .oneOf without values for the query name 'a', which nothing fits."),
      Example(
        RequestRules(query: ["a": []]),
        "Route 'r.a' has a list without values for the query name 'a', which nothing fits."),
      Example(
        RequestRules(host: "https://h/x"),
        "Route 'r.a' has the host 'https://h/x', which is none: write a name, maybe with a port, such as 'api.example.test:8080'."
      ),
      Example(
        RequestRules(host: "h/"),
        "Route 'r.a' has the host 'h/', which is none: write a name, maybe with a port, such as 'api.example.test:8080'."
      ),
      Example(
        RequestRules(host: "h:99999"),
        "Route 'r.a' has the host 'h:99999', which is none: write a name, maybe with a port, such as 'api.example.test:8080'."
      ),
      Example(
        RequestRules(headers: ["Authorization": .bearer(.matching("("))], host: "h:1"),
        "Route 'r.a' has the pattern '(' for the header 'Authorization', which cannot be compiled: missing closing parenthesis (at byte 1)."
      ),
    ])
  func `says what is wrong, where and what to do`(_ example: Example) {
    var route = Route("r.a", .get, "/a", default: .status(200), file: "App/R.swift", line: 3)
    route.rules = example.rules

    let problems = CatalogReportTests.problems(Catalog(RouteGroup("r") { route }))

    #expect(problems == example.problems.map { "\($0)\n  at      App/R.swift:3" })
  }

  @Test func `names a group, a requirement or an answer`() {
    let file = "App/R.swift"
    let group = RouteGroup(
      "r", query: ["a": .matching("(")], headers: ["X-A": "1"], requires: .header("X B", .any),
      file: file, line: 1
    ) {
      RouteGroup("r.s", headers: ["x-a": "1"], file: file, line: 2) {
        Route(
          "r.s.a", .get, "/a", query: ["a": 1], requires: .cookie("c", .flag),
          default: .status(200), file: file, line: 3
        )
        .answering(.all(.query("b", .token("x")), .query("b", "1")), with: .notFound)
      }
    }

    let problems = CatalogReportTests.problems(Catalog(group))

    #expect(
      problems.filter { !$0.contains("does not take") } == [
        "Group 'r' has the pattern '(' for the query name 'a', which cannot be compiled: missing closing parenthesis (at byte 1).\n  at      App/R.swift:1",
        "The requirement of group 'r' has a rule for the header 'X B', which is no name of a header (RFC 9110, 5.1).\n  at      App/R.swift:1",
        "Group 'r.s' has two rules for the header 'x-a'.\n  at      App/R.swift:2",
        "Route 'r.s.a' has two rules for the query name 'a'.\n  at      App/R.swift:3",
        "The requirement of route 'r.s.a' has .flag for the cookie 'c', but only names of a query or a form stand without '='.\n  at      App/R.swift:3",
        "Answer 1 of route 'r.s.a' has .token for the query name 'b', but only header lines are lists of tokens.\n  at      App/R.swift:3",
        "Answer 1 of route 'r.s.a' has two rules for the query name 'b'.\n  at      App/R.swift:3",
      ])
  }

  @Test(
    .bug(id: "W02"),
    arguments: [
      ("api/items", "must begin with '/'"),
      ("/a?b=1", "must not contain '?': the query goes into the parameter 'query:'"),
      ("http://h/x", "must begin with '/'"),
      ("/a#b", "must not contain '#': a client keeps what stands behind it to itself"),
      (
        "/items/{}",
        "has a parameter '{}', whose name must be letters, digits, '-' and '_'"
      ),
      ("/items/{a}{b}", "has two parameters without text between them in '{a}{b}'"),
      ("/items/{a", "has a brace without its partner in '{a'"),
    ])
  func `refuses a path that no request has`(path: String, message: String) {
    let problems = CatalogReportTests.problems(
      Catalog(
        RouteGroup("r") {
          Route("r.a", .get, path, default: .status(200), file: "App/R.swift", line: 3)
        }))

    #expect(problems == ["Path '\(path)' of route 'r.a' \(message).\n  at      App/R.swift:3"])
  }

  @Test(.bug(id: "W02"), arguments: ["/items/{a}", "/items/{b}"])
  func `refuses a route like another, whatever its parameters are called`(path: String) {
    let problems = CatalogReportTests.problems(
      Catalog(
        RouteGroup("r") {
          Route("r.a", .get, "/items/{a}", default: .status(200))
          Route("r.b", .get, path, default: .status(200))
        }))

    #expect(problems.count == 1)
    #expect(problems.first?.contains("with equal rank") == true)
  }

  @Test func `tells rules of a verification in the same words`() {
    let rules = RequestRules(query: .ignored, cookies: ["a": .flag], host: "a/b")

    #expect(
      RuleCheck.messages(of: rules, fixtures: nil) == [
        "The verification has .flag for the cookie 'a', but only names of a query or a form stand without '='.",
        "The verification has the host 'a/b', which is none: write a name, maybe with a port, such as 'api.example.test:8080'.",
      ])
  }
}
