import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A derived variant")
struct VariantTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String, outcome: Outcome, hasEmpty: Bool, malformed: String, interrupted: String
    var testDescription: String { name }
  }

  static let examples = [
    Example(
      name: "JSON", outcome: .json([1, 2, 3]), hasEmpty: true, malformed: "200",
      interrupted: "200 reset"),
    Example(
      name: "text", outcome: .text("hello"), hasEmpty: false, malformed: "200 cut",
      interrupted: "200 reset"),
    Example(
      name: "bytes", outcome: .data([1, 2, 3]), hasEmpty: false, malformed: "200 cut",
      interrupted: "200 reset"),
    Example(
      name: "no body", outcome: .status(204), hasEmpty: false, malformed: "200",
      interrupted: "reset"),
    Example(
      name: "created", outcome: .status(201), hasEmpty: false, malformed: "201",
      interrupted: "reset"),
    Example(
      name: "computed", outcome: .dynamic { _ in .json(["a": 1]) }, hasEmpty: false,
      malformed: "200", interrupted: "200 reset"),
    Example(
      name: "sequence", outcome: .sequence(.json([1]), .text("x")), hasEmpty: true,
      malformed: "200", interrupted: "200 cut"),
    Example(
      name: "weighted", outcome: .weighted([.json([1]): 1]), hasEmpty: true, malformed: "200",
      interrupted: "200 reset"),
    Example(
      name: "fault", outcome: .fault(.emptyReply), hasEmpty: false, malformed: "close",
      interrupted: "close"),
    Example(name: "held", outcome: .held, hasEmpty: false, malformed: "held", interrupted: "held"),
  ]

  @Test(arguments: examples)
  func `exists for every kind of default`(_ example: Example) throws {
    let engine = try Engine(single(example.outcome))

    #expect(engine.switchboard.entries[0].table.has(.empty) == example.hasEmpty)
    #expect(try engine.perform("malformedBody")?.word == example.malformed)
    #expect(try engine.perform("unauthorized")?.word == "401")
    #expect(try engine.perform("forbidden")?.word == "403")
    #expect(try engine.perform("notFound")?.word == "404")
    #expect(try engine.perform("rateLimited")?.word == "429")
    #expect(try engine.perform("serverError")?.word == "500")
    #expect(try engine.perform("maintenance")?.word == "503")
    #expect(try engine.perform("timeout")?.word == "held")
    #expect(try engine.perform("offline")?.word == "reset")
    if example.name != "sequence" {
      #expect(try engine.perform("interrupted")?.word == example.interrupted)
    }
  }

  @Test func `shares the position of its default`() throws {
    let engine = try Engine(single(.sequence(.status(201), .status(202), .status(203))))

    #expect(try engine.perform("default")?.status == 201)
    #expect(try engine.perform("loading")?.status == 202)
    #expect(try engine.perform("default")?.status == 203)
  }

  @Test func `is gone where the route drops it`() throws {
    let engine = try Engine(single(.status(200)) { $0.without(.offline, .timeout) })

    #expect(try engine.perform("offline") == nil)
    #expect(engine.switchboard.entries[0].table.names.contains("timeout") == false)
  }

  @Test func `adds 750 ms to the default's own delay`() throws {
    let engine = try Engine(single(.status(200).delayed(.milliseconds(100))))

    #expect(try engine.perform("loading")?.delay == .milliseconds(850))
  }

  @Test func `takes its body from the group's failures`() throws {
    let group = RouteGroup(
      "r",
      failures: { failure in
        failure.status == 403
          ? .json(["flag": 403]).status(200) : .json(["flag": .int(failure.status)])
      }
    ) { Route("r.one", .get, "/", default: .status(200)) }
    let engine = try Engine(Catalog(group))

    let table = engine.switchboard.entries[0].table
    let unauthorized = try Answer(table.recipe(for: .unauthorized).outcome)
    #expect(unauthorized.status == 401)
    #expect(unauthorized.value(of: "WWW-Authenticate") == "Bearer")
    #expect(String(decoding: unauthorized.body, as: UTF8.self) == "{\"flag\":401}")
    #expect(try Answer(table.recipe(for: .forbidden).outcome).status == 200)
    #expect(
      try Answer(table.recipe(for: .maintenance).outcome).value(of: "Retry-After") == "120")
    #expect(try Answer(table.recipe(for: .rateLimited).outcome).value(of: "Retry-After") == "1")
  }

  @Test func `asks the closure of a group once for each failure, whatever the number of routes`()
    throws
  {
    let asked = Lock([Variant: Int]())
    let group = RouteGroup(
      "r",
      failures: { failure in
        asked.withLock { $0[failure.variant, default: 0] += 1 }
        return .json(["flag": .int(failure.status)])
      }
    ) {
      for number in 0..<20 {
        Route(RouteID(rawValue: "r.n\(number)"), .get, "/\(number)", default: .status(200))
      }
    }

    let report = CatalogReport(
      Catalog(group), fixtures: FixtureStore(RootedFolder("/nowhere")))

    #expect(
      try report.entries.map { try Answer($0.table.recipe(for: .serverError).outcome).status }
        == Array(repeating: 500, count: 20))
    #expect(asked.withLock(\.self).values.allSatisfy { $0 == 1 })
    #expect(asked.withLock(\.count) == 6)
  }

  @Test func `whose failure is wrong in one route alone is found there`() throws {
    let group = RouteGroup("r", failures: { _ in .json(["id": "{{path.id}}"]) }) {
      Route("r.item", .get, "/{id}", default: .status(200))
      Route("r.list", .get, "/", default: .status(200)).without(
        .forbidden, .notFound, .rateLimited, .serverError, .maintenance)
    }

    let problems = CatalogReport(
      Catalog(group), fixtures: FixtureStore(RootedFolder("/nowhere"))
    ).problems

    #expect(problems.count == 1)
    #expect(problems.first?.description.contains("'unauthorized' of route 'r.list'") == true)
  }

  @Test(arguments: [
    (#"[{"id":1},{"id":2}]"#, #"[{"id":1}"#), ("12", "{"), ("5", "{"), (#""ab""#, #""a"#),
    ("[]", "["),
  ])
  func `cuts JSON so that it no longer decodes`(body: String, expected: String) throws {
    var answer = Answer(
      status: 200, headers: [Header("Content-Type", "application/json"), Header("ETag", "\"1\"")],
      body: Array(body.utf8))

    try Transform.malformed.apply(to: &answer)

    #expect(String(decoding: answer.body, as: UTF8.self) == expected)
    #expect(JSON.syntaxError(in: answer.body) != nil)
    #expect(answer.cut == nil)
    #expect(answer.value(of: "ETag") == nil)
  }

  @Test func `may be replaced, and referred to with changes on top`() throws {
    let engine = try Engine(
      single(.json(["level": 1, "tags": ["a"]])) {
        $0.variant(.serverError, .status(599))
          .variant("high", .patched(["/level": 9]).status(202))
          .variant("none", .variant(.empty).status(203).delayed(.seconds(1)))
      })

    #expect(try engine.perform("serverError")?.status == 599)
    #expect(try engine.perform("high")?.status == 202)
    #expect(try engine.perform("none")?.status == 203)
    #expect(try engine.perform("none")?.delay == .seconds(1))
  }

  @Test func `answers loudly where a closure throws`() throws {
    struct Oops: Error {}
    let engine = try Engine(single(.dynamic { _ in throw Oops() }))

    #expect(try engine.perform()?.status == 500)
  }

  @Test(arguments: [Outcome.default, .sequence(.default), .variant(.loading)])
  func `of a computed default cannot lead back to it`(_ outcome: Outcome) throws {
    let engine = try Engine(single(.dynamic { _ in outcome }))

    #expect(try engine.perform()?.status == 500)
  }

  @Test func `keeps the delay around a closure, and the positions of what it names`() throws {
    let engine = try Engine(
      single(.dynamic { _ in .variant("steps") }.delayed(.zero)) {
        $0.delay(.seconds(1)).variant("steps", .sequence(.status(201), .status(202)))
      })

    #expect(try engine.perform()?.delay == .zero)
    #expect(try engine.perform()?.status == 202)
  }

  @Test func `leaves the answer for a missing file as it is`() throws {
    let folder = try TemporaryFolder()
    let missing = Outcome.json(["error": 1]).status(404)
    let group = RouteGroup("r") {
      Route("r.one", .get, "/{id}", default: .fixture("{id}.json", ifMissing: missing))
        .variant("soldOut", .patched(["/stock": 0]))
    }
    let engine = try Engine(Catalog(group), folder: folder.path)

    #expect(try engine.perform("soldOut", "/7")?.status == 404)
  }
}
