import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A catalog report")
struct CatalogReportTests {
  static func problems(_ catalog: Catalog, folder: String = "/nowhere") -> [String] {
    let fixtures = FixtureStore(RootedFolder(folder))
    let problems = CatalogReport(catalog, fixtures: fixtures).problems.map(\.description)
    // The same where a daemon is to serve it, and the plans of defaults are kept.
    let served = CatalogReport(catalog, fixtures: fixtures, maker: ReplyMaker())
    #expect(served.problems.map(\.description) == problems)
    return problems
  }

  @Test func `keeps the plans of defaults for the daemon that is to serve`() throws {
    let catalog = Catalog(RouteGroup("r") { Route("r.a", .get, "/", default: .status(200)) })
    let fixtures = FixtureStore(RootedFolder("/nowhere"))
    let maker = ReplyMaker()

    let report = CatalogReport(catalog, fixtures: fixtures, maker: maker)

    let plan = try report.entries[0].plan(for: .default, fixtures, maker)
    let switchboard = try Switchboard(report, fixtures: fixtures, maker: maker)
    #expect(switchboard.defaultPlan(of: 0) === plan)
  }

  @Test func `finds everything in one run, with file and line`() throws {
    let folder = try TemporaryFolder()
    try folder.write("users/42.json", "{}")
    try folder.write("users/broken.json", "{\n  \"id\": 1,\n}")
    let file = "ExampleRoutes/Users.swift"
    let group = RouteGroup("users", path: "/users", file: file, line: 1) {
      Route("users.detail", .get, "/a", default: .status(200), file: file, line: 12)
      Route("users.detail", .post, "/b", default: .status(200), file: file, line: 40)
      Route("users.one", .get, "/{id}", default: .status(200), file: file, line: 50)
      Route("users.other", .get, "/{name}", default: .status(200), file: file, line: 51)
      Route("users.missing", .get, "/m", default: .fixture("users/43.json"), file: file, line: 60)
      Route(
        "users.broken", .get, "/n", default: .fixture("users/broken.json"), file: file, line: 70)
      Route("users.template", .get, "/{id", default: .status(200), file: file, line: 80)
    }

    let problems = Self.problems(Catalog(group), folder: folder.path)

    #expect(
      problems == [
        """
        Route 'users.detail' is declared twice.
          first   routes/Users.swift:12
          again   routes/Users.swift:40
        """,
        """
        Variant 'default' of route 'users.missing' serves fixture 'users/43.json', which does not exist in '\(folder.path)'. Closest: users/42.json
          at      routes/Users.swift:60
        """,
        """
        Variant 'default' of route 'users.broken' serves fixture 'users/broken.json' in '\(folder.path)', which cannot be read: it is not JSON: expected a key in quotes, found '}' (\(folder.path)/users/broken.json:3:1).
          at      routes/Users.swift:70
        """,
        """
        Path '/users/{id' of route 'users.template' has a brace without its partner in '{id'.
          at      routes/Users.swift:80
        """,
        """
        Routes 'users.one' and 'users.other' take the same requests with equal rank.
          first   routes/Users.swift:50
          second  routes/Users.swift:51
          hint    tell them apart by method, path or rules, or set .priority(1) on the one that wins
        """,
      ])
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var route: Route, message: String
    var testDescription: String { message }
  }

  static func route(
    _ id: RouteID = "r.a", _ method: Method = .get, _ path: String = "/a",
    query: QueryRules = .none, outcome: Outcome = .status(200)
  ) -> Route {
    Route(id, method, path, query: query, default: outcome, file: "App/R.swift", line: 3)
  }

  @Test(arguments: [
    Example(
      route: route("x.a"),
      message: "'x.a' stands in the group 'r', so its name must begin with 'r.'."),
    Example(
      route: route("r..a"),
      message:
        "Route id 'r..a' must be parts of letters, digits, '-' and '_', parted by single dots."),
    Example(
      route: route("r.a", "BAD METHOD"),
      message: "Method 'BAD METHOD' of route 'r.a' is not a method name (RFC 9110, 9.1)."),
    Example(
      route: route("r.a", .get, "/__admin/x"),
      message:
        "Path '/__admin/x' of route 'r.a' lies under '/__admin', which the daemon keeps for itself."
    ),
    Example(
      route: route("r.a", .get, "/__session"),
      message:
        "Path '/__session' of route 'r.a' lies under '/__session', which the daemon keeps for itself."
    ),
    Example(
      route: route("r.a", .get, "a"), message: "Path 'a' of route 'r.a' must begin with '/'."),
    Example(
      route: route("r.a", .get, "/a%20b"),
      message:
        "Path '/a%20b' of route 'r.a' has percent-encoding in 'a%20b'; write the character itself, requests are decoded."
    ),
    Example(
      route: route("r.a", .get, "/{rest...}/a"),
      message: "Path '/{rest...}/a' of route 'r.a' has '{rest...}' before its last segment."),
    Example(
      route: route("r.a", .get, "/{a}{b}"),
      message:
        "Path '/{a}{b}' of route 'r.a' has two parameters without text between them in '{a}{b}'."),
    Example(
      route: route("r.a", .get, "/{a}/{a}"),
      message: "Path '/{a}/{a}' of route 'r.a' names the parameter '{a}' twice."),
    Example(
      route: route("r.a", .get, "/{a:float}"),
      message:
        "Path '/{a:float}' of route 'r.a' narrows a parameter with ':float', but only ':int' and ':uuid' exist."
    ),
    Example(
      route: route("r.a", .get, "/a?b=1"),
      message:
        "Path '/a?b=1' of route 'r.a' must not contain '?': the query goes into the parameter 'query:'."
    ),
    Example(
      route: route(query: ["a": 1, "a": 2]),
      message: "Route 'r.a' has two rules for the query name 'a'."),
    Example(
      route: route().variant("real", .status(200)),
      message: "Route 'r.a' has a variant 'real', a name that the daemon keeps for itself."),
    Example(
      route: route().variant("x", .status(200)).variant("x", .status(201)),
      message: "Route 'r.a' has two variants 'x'."),
    Example(
      route: route().without("unauthorised"),
      message:
        "Route 'r.a' drops 'unauthorised', which is no standard variant that it could drop. Did you mean 'unauthorized'?"
    ),
    Example(
      route: route().delay(.seconds(-1)),
      message: "The delay of route 'r.a' must be from 0 to one day."),
    Example(
      route: route().variant("x", .variant("serverEror")),
      message:
        "Variant 'x' of route 'r.a' refers to a variant 'serverEror' that the route does not have. Did you mean 'serverError'?"
    ),
    Example(
      route: route().variant("x", .variant("y")).variant("y", .variant("x")),
      message: "Variant 'x' of route 'r.a' leads back to itself through the variant 'y'."),
    Example(
      route: route(outcome: .sequence(.status(503), .default)),
      message:
        "Variant 'default' of route 'r.a' leads back to itself through the variant 'default'."
    ),
    Example(
      route: route().variant("flaky", .sequence(.status(503), .variant("flaky"))),
      message:
        "Variant 'flaky' of route 'r.a' leads back to itself through the variant 'flaky'."
    ),
    Example(
      route: route(outcome: .fixture("x.json", ifMissing: .variant(.loading))),
      message:
        "Variant 'default' of route 'r.a' leads back to itself through the variant 'default'."
    ),
    Example(
      route: route().variant("x", .sequence(.held, .variant("y"))).variant(
        "y", .sequence(.held, .variant("x"))),
      message:
        "Variant 'x' of route 'r.a' leads back to itself through the variant 'x'."
    ),
    Example(
      route: route(outcome: .status(99)),
      message: "Variant 'default' of route 'r.a' has the status 99, which must be from 200 to 599."),
    Example(
      route: route(outcome: .status(200).header("X-A", "a\r\nb")),
      message:
        "Variant 'default' of route 'r.a' has a header 'X-A' that cannot be sent: names are letters, digits and '-', values one line that is not empty, and the daemon sets Content-Length, Transfer-Encoding, Connection and Date itself."
    ),
    Example(
      route: route().variant("x", .patched(["/a": 1])),
      message: "Variant 'x' of route 'r.a' patches the default outcome, which is not JSON."),
    Example(
      route: route(outcome: .json(["a": 1])).variant("x", .patched(["/b/c": 1])),
      message:
        "Variant 'x' of route 'r.a' has a patch that does not fit the default JSON: '/b/c' leads through 'b', which is missing."
    ),
    Example(
      route: route(outcome: .json(["a": 1])).variant("x", .patched(["b": 1])),
      message:
        "Variant 'x' of route 'r.a' has 'b', which is no JSON Pointer: it must begin with '/' (RFC 6901)."
    ),
    Example(
      route: route(outcome: .sequence([])),
      message: "Variant 'default' of route 'r.a' has a sequence without steps."),
    Example(
      route: route(outcome: .status(200).delayed(.uniform(.seconds(2), .seconds(1)))),
      message:
        "Variant 'default' of route 'r.a' has a uniform delay that does not begin with the least."),
    Example(
      route: route(outcome: .status(200).delayed(.uniform(.seconds(-2), .seconds(1)))),
      message: "Variant 'default' of route 'r.a' has a delay that is not from 0 to one day."),
    Example(
      route: route(outcome: .status(200).delayed(.logNormal(median: .seconds(1), sigma: 7))),
      message:
        "Variant 'default' of route 'r.a' has a log-normal delay with the sigma 7.0, which must be "
        + "from 0 to 5."),
    Example(
      route: route(outcome: .text("a").throttled(bytesPerSecond: 0)),
      message:
        "Variant 'default' of route 'r.a' is throttled to 0 bytes a second, which must be from 1 to "
        + "1000000000."),
    Example(
      route: route(outcome: .text("a").dribbled(chunks: 0, over: .seconds(1))),
      message:
        "Variant 'default' of route 'r.a' is dribbled in 0 chunks, which must be from 1 to 10000."),
    Example(
      route: route(outcome: .text("a").dribbled(chunks: 2, over: .zero)),
      message:
        "Variant 'default' of route 'r.a' is dribbled over a time that is not from 1 ms to one day."
    ),
    Example(
      route: route(outcome: .held.throttled(bytesPerSecond: 1)),
      message: "Variant 'default' of route 'r.a' has a pace for its body, but sends none."),
    Example(
      route: route(outcome: .stream([], every: .zero)),
      message: "Variant 'default' of route 'r.a' is a stream without anything in it."),
    Example(
      route: route(outcome: .stream([1], every: .seconds(-1))),
      message:
        "Variant 'default' of route 'r.a' is a stream with an interval that is not from 0 to one day."
    ),
    Example(
      route: route(outcome: .events([ServerEvent("a\nb", 1)], every: .zero)),
      message:
        "Variant 'default' of route 'r.a' has an event whose name or id is not one line."),
    Example(
      route: route(outcome: .stream([1], every: .zero).dribbled(chunks: 2, over: .seconds(1))),
      message:
        "Variant 'default' of route 'r.a' is dribbled, but nobody knows the length of a stream before "
        + "it ends: throttle it."),
    Example(
      route: route(outcome: .stream([1, "{{path.x}}"], every: .zero)),
      message:
        "Variant 'default' of route 'r.a' has '{{path.x}}' in item 2 of its stream, which is no "
        + "parameter of its path."),
    Example(
      route: route(outcome: .weighted([:])),
      message: "Variant 'default' of route 'r.a' is weighted and has nothing to draw."),
    Example(
      route: route(outcome: .weighted([.status(200): 1, .status(503): 0])),
      message:
        "Variant 'default' of route 'r.a' has the weight 0, which must be from 1 to 1000000."),
    Example(
      route: route(outcome: .weighted([.status(200): 1_000_001])),
      message:
        "Variant 'default' of route 'r.a' has the weight 1000001, which must be from 1 to 1000000."
    ),
    Example(
      route: route(outcome: .weighted([.status(99): 1])),
      message: "Variant 'default' of route 'r.a' has the status 99, which must be from 200 to 599."),
    Example(
      route: route(outcome: .weighted([.status(200): 1, .default: 1])),
      message:
        "Variant 'default' of route 'r.a' leads back to itself through the variant 'default'."
    ),
    Example(
      route: route(outcome: .fixture("../x.json")),
      message:
        "Variant 'default' of route 'r.a' names the fixture '../x.json', which must not contain '.', '..' or empty folders."
    ),
    Example(
      route: route("r.a", .get, "/{id}", outcome: .fixture("x/{name}.json")),
      message:
        "Variant 'default' of route 'r.a' names the fixture 'x/{name}.json', but '{name}' is no parameter of its path (it has {id})."
    ),
  ])
  func `says what is wrong, where and what to do`(_ example: Example) {
    let group = RouteGroup("r") { example.route }

    let problems = Self.problems(Catalog(group))

    #expect(problems.first == "\(example.message)\n  at      App/R.swift:3")
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    var one: Route, other: Route, isAmbiguous: Bool
    var testDescription: String { "\(one.path) and \(other.path): \(isAmbiguous)" }
  }

  @Test(arguments: [
    Pair(one: route("r.a", .get, "/{a}"), other: route("r.b", .get, "/{b}"), isAmbiguous: true),
    Pair(one: route("r.a", .get, "/{a}"), other: route("r.b", .post, "/{b}"), isAmbiguous: false),
    Pair(one: route("r.a", .get, "/{a}"), other: route("r.b", .any, "/{b}"), isAmbiguous: false),
    Pair(
      one: route("r.a", .get, "/{a}"), other: route("r.b", .get, "/{b:int}"), isAmbiguous: false),
    Pair(
      one: route("r.a", .get, "/{a}.js"), other: route("r.b", .get, "/x{b}s"), isAmbiguous: false),
    Pair(
      one: route("r.a", .get, "/{a}.js"), other: route("r.b", .get, "/xy{b}s"), isAmbiguous: true),
    Pair(
      one: route("r.a", .get, "/{a}.js"), other: route("r.b", .get, "/{b}.ts"), isAmbiguous: false),
    Pair(
      one: route("r.a", query: ["p": 1]), other: route("r.b", query: ["p": 2]), isAmbiguous: false),
    Pair(
      one: route("r.a", query: ["p": 1]), other: route("r.b", query: ["q": 1]), isAmbiguous: false),
    Pair(
      one: route("r.a", query: ["p": 1, "q": 2]), other: route("r.b", query: ["q": 2, "p": 1]),
      isAmbiguous: true),
    Pair(one: route("r.a", query: .ignored), other: route("r.b"), isAmbiguous: true),
    Pair(one: route("r.a", query: .ignored).priority(1), other: route("r.b"), isAmbiguous: false),
  ])
  func `knows which routes no request tells apart`(_ pair: Pair) {
    let group = RouteGroup("r") {
      pair.one
      pair.other
    }

    let problems = Self.problems(Catalog(group))

    #expect(problems.contains { $0.contains("with equal rank") } == pair.isAmbiguous)
    #expect(problems.count == (pair.isAmbiguous ? 1 : 0))
  }

  @Test(.bug(id: "F11"))
  func `finds nothing wrong with a status alone`() {
    #expect(Self.problems(single(.status(204))).isEmpty)
  }

  @Test func `tells hundreds of routes of one path apart`() {
    let group = RouteGroup("r") {
      for page in 0..<300 {
        Route(
          RouteID(rawValue: "r.\(page)"), .get, "/s",
          query: ["size": 20, "page": .equals("\(page)")], default: .status(200))
      }
    }

    #expect(Self.problems(Catalog(group)).isEmpty)
  }

  @Test func `asks for at least one route`() {
    #expect(
      Self.problems(Catalog()) == [
        "The catalog has no routes.\n  hint    put a RouteGroup with at least one Route into the Catalog"
      ])
  }
}
