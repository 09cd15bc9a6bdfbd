import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("An outcome for some requests")
struct ConditionalOutcomeTests {
  static let catalog = Catalog(
    RouteGroup(
      "me", requires: .bearer("t-1"), otherwise: .unauthorized, failures: { .status($0.status) }
    ) {
      Route(
        "me.profile", .get, "/me", query: .ignored, requires: .cookie("role", "admin"),
        otherwise: .status(418), default: .status(200)
      )
      .answering(.query("empty", .flag), with: .status(204))
      .answering(.query("empty", .flag), with: .status(500))
      .answering(.header("X-Slow", .any), with: .sequence(.status(201), .status(202)))
      .answering(.query("plain", "1"), with: .default)
      .answering(.query("gone", .any), with: .notFound)
      .answering(.query("gone-too", .any), with: .notFound.header("X-A", "1"))
    })

  static let token = "Authorization: Bearer t-1"
  static let admin = "Cookie: role=admin"

  struct Example: Sendable, CustomTestStringConvertible {
    var target: String, lines: [String], status: Int, variant: String, source: ChoiceSource
    var testDescription: String { "\(target) \(lines): \(variant)" }

    init(
      _ target: String, _ lines: [String], _ status: Int, _ variant: String, _ source: ChoiceSource
    ) {
      self.target = target
      self.lines = lines
      self.status = status
      self.variant = variant
      self.source = source
    }
  }

  static func received(_ target: String, _ lines: [String]) throws -> ReceivedRequest {
    try request(
      target,
      headers: lines.map { line in
        let parts = line.split(separator: ": ", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      })
  }

  @Test(
    .bug(id: "H08"),
    arguments: [
      Example("/me", [token, admin], 200, "default", .default),
      Example("/me", [], 401, "unauthorized", .requirement),
      Example("/me", [admin], 401, "unauthorized", .requirement),
      Example("/me", [token], 418, "requirement-2", .requirement),
      Example("/me?empty", [token], 418, "requirement-2", .requirement),
      Example("/me?empty", [token, admin], 204, "answer-1", .rule),
      Example("/me?x=1", [token, admin, "X-Slow: 1"], 201, "answer-3", .rule),
      Example("/me?plain=1", [token, admin], 200, "default", .rule),
      Example("/me?gone=1", [token, admin], 404, "notFound", .rule),
      Example("/me?gone-too=1", [token, admin], 404, "answer-6", .rule),
    ])
  func `is that of the outermost unmet requirement, else of the first answer that fits`(
    _ example: Example
  ) throws {
    let engine = try Engine(Self.catalog)
    let request = try Self.received(example.target, example.lines)
    let index = try #require(engine.router.match(request))

    let choice = engine.world.current.choices[index].decided(for: request)

    #expect(choice.plan.variant == example.variant)
    #expect(choice.source == example.source)
    #expect(
      choice.plan.perform(request, in: engine.world, network: Network()).status == example.status)
  }

  @Test func `gives way to a choice that somebody made, the default too`() throws {
    let engine = try Engine(Self.catalog)
    let request = try Self.received("/me?empty", [])
    func variant() -> String {
      engine.world.current.choices[0].decided(for: request).plan.variant
    }

    try engine.world.change([(.all, .variant("default"))])
    let chosen = variant()
    engine.world.clear()

    #expect(chosen == "default")
    #expect(variant() == "unauthorized")
  }

  @Test func `keeps positions of its own, which a reset puts back`() throws {
    let engine = try Engine(Self.catalog)
    let request = try Self.received("/me", [Self.token, Self.admin, "X-Slow: 1"])
    func status() -> Int? {
      engine.world.current.choices[0].decided(for: request)
        .plan.perform(request, in: engine.world, network: Network()).status
    }

    let before = [status(), status(), status()]
    engine.world.reset(positions: true)

    #expect(before == [201, 202, 202])
    #expect(status() == 201)
  }

  @Test func `is checked like every other`() {
    let group = RouteGroup("r", requires: .bearer(.any), otherwise: .variant("unauthorised")) {
      Route(
        "r.a", .get, "/a", query: ["y": .any], default: .status(200), file: "App/R.swift", line: 3
      )
      .answering(.query("x", .any), with: .default)
      .answering(.query("y", "1"), with: .sequence(.fixture("no.json"), .status(99)))
    }

    let problems = CatalogReportTests.problems(Catalog(group))

    #expect(
      problems == [
        """
        The outcome of an unmet requirement of route 'r.a' refers to a variant 'unauthorised' that the route does not have. Did you mean 'unauthorized'?
          at      App/R.swift:3
        """,
        """
        Answer 1 of route 'r.a' is for requests that the route does not take.
          at      App/R.swift:3
          hint    the rules of the route hold too: let them take what the answer asks for
        """,
        """
        Answer 2 of route 'r.a' serves fixture 'no.json', which does not exist in '/nowhere'.
          at      App/R.swift:3
        """,
        """
        Answer 2 of route 'r.a' has the status 99, which must be from 200 to 599.
          at      App/R.swift:3
        """,
      ])
  }

  @Test func `has a name that no variant may take`() {
    let problems = CatalogReportTests.problems(
      single(.status(200)) { $0.variant("answer-1", .status(201)) })

    #expect(problems.first?.contains("a name that the daemon keeps for itself") == true)
  }
}
