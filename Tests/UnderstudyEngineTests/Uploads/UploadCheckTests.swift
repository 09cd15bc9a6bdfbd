import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A check of what happens while a body comes")
struct UploadCheckTests {
  private static let slow = Outcome.status(201).readingAt(bytesPerSecond: 1000)

  private static func problems(_ routes: [Route], scenarios: [Scenario] = []) -> [String] {
    let group = RouteGroup("r", path: "/r") { for route in routes { route } }
    return CatalogReportTests.problems(Catalog(group, scenarios: scenarios))
  }

  private static func route(
    _ id: RouteID, _ method: Method = .post, _ path: String = "/a", query: QueryRules = [:],
    body: BodyRule? = nil, _ outcome: Outcome = .status(200)
  ) -> Route {
    if let body {
      return Route(
        id, method, path, query: query, body: body, default: outcome, file: "App/R.swift", line: 3)
    }
    return Route(id, method, path, query: query, default: outcome, file: "App/R.swift", line: 3)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var outcome: Outcome
    var message: String
    var testDescription: String { message }
  }

  private static let oneWord =
    "refuses a body with what is no answer in one piece: it may not be held, computed, a fault, a "
    + "stream, paced or a file that is served from disk"

  @Test(arguments: [
    Example(
      outcome: .status(201).readingAt(bytesPerSecond: 0),
      message: "reads the body at 0 bytes a second, which must be from 1 to 1000000000"),
    Example(
      outcome: .status(201).refusingBody(after: -1, with: .status(413)),
      message: "breaks off after -1 bytes of the request's body, which must be 0 or more"),
    Example(
      outcome: .status(201).resettingUpload(after: -2),
      message: "breaks off after -2 bytes of the request's body, which must be 0 or more"),
    Example(outcome: .status(201).refusingBody(after: 0, with: .held), message: oneWord),
    Example(outcome: .status(201).refusingBody(after: 0, with: .offline), message: oneWord),
    Example(
      outcome: .status(201).refusingBody(after: 0, with: .fault(.emptyReply)), message: oneWord),
    Example(
      outcome: .status(201).refusingBody(after: 0, with: .dynamic { _ in .status(413) }),
      message: oneWord),
    Example(
      outcome: .status(201).refusingBody(
        after: 0, with: .sequence(.status(413), .stream([1], every: .zero))), message: oneWord),
    Example(
      outcome: .status(201).refusingBody(
        after: 0, with: .text("no").throttled(bytesPerSecond: 1)), message: oneWord),
    Example(
      outcome: .status(201).refusingBody(after: 0, with: .json(["name": "{{body/name}}"])),
      message: "refuses a body with an answer that is made from that body"),
    Example(
      outcome: .status(201).refusingBody(after: 0, with: .status(99)),
      message: "has the status 99, which must be from 200 to 599"),
    Example(
      outcome: .status(201).refusingBody(after: 0, with: .status(413).withholdingContinue),
      message: "refuses a body with an outcome that says itself what happens while a body comes"),
    Example(
      outcome: .fixture("{id}.json", ifMissing: slow),
      message: "says what happens while the request's body comes, where that has come already"),
  ])
  func `says what is wrong, where and what to do`(_ example: Example) {
    let route = Route(
      "r.a", .post, "/{id}", default: example.outcome, file: "App/R.swift", line: 3)

    let problems = Self.problems([route])

    #expect(
      problems.first
        == "Variant 'default' of route 'r.a' \(example.message).\n  at      App/R.swift:3")
  }

  @Test(arguments: [
    Outcome.unauthorized, .status(413).delayed(.seconds(1)), .json(["id": "{{path.id}}"]),
    .weighted([.serverError: 1, .maintenance: 1]), .malformedBody, .default.status(413),
  ])
  func `takes an answer that needs no body`(refusal: Outcome) {
    let route = Route("r.a", .post, "/{id}", default: .json([1]))
      .variant("early", .status(201).refusingBody(after: 0, with: refusal))

    #expect(Self.problems([route]).isEmpty)
  }

  @Test func `finds a route that is decided by its own body`() {
    let own =
      "says what happens while the request's body comes, but rules of route 'r.a' read that body "
      + "before it is decided."
    let route = Self.route("r.a", body: .json(["a": 1])).variant("slow", Self.slow)
    let answer = Self.route("r.a").answering(.json(["a": 1]), with: Self.slow)

    #expect(
      Self.problems([route]) == ["Variant 'slow' of route 'r.a' \(own)\n  at      App/R.swift:3"])
    #expect(
      Self.problems([answer]) == ["Answer 1 of route 'r.a' \(own)\n  at      App/R.swift:3"])
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    var slow: Route, other: Route, isDecided: Bool
    var testDescription: String {
      "\(slow.method.rawValue) \(slow.path) beside \(other.method.rawValue) \(other.path): \(isDecided)"
    }
  }

  @Test(arguments: [
    // A rule more ranks higher: the body decides.
    Pair(
      slow: route("r.a", .post, "/a", slow), other: route("r.b", body: .json([1])), isDecided: false
    ),
    Pair(
      slow: route("r.a", .any, "/a", slow), other: route("r.b", body: .json([1])), isDecided: false),
    Pair(
      slow: route("r.a", .post, "/a", slow), other: route("r.b", .put, "/a", body: .json([1])),
      isDecided: true),
    Pair(
      slow: route("r.a", query: ["p": 1], slow),
      other: route("r.b", query: ["p": 2], body: .json([1])), isDecided: true),
    Pair(
      slow: route("r.a", .post, "/{id}", slow), other: route("r.b", .post, "/b", body: .json([1])),
      isDecided: false),
    Pair(
      slow: route("r.a", .post, "/{id:int}", slow),
      other: route("r.b", .post, "/b", body: .json([1])), isDecided: true),
    // Tried behind it: a request that fits the first never comes there.
    Pair(
      slow: route("r.a", .post, "/a", slow), other: route("r.b", .post, "/{id}", body: .json([1])),
      isDecided: true),
    Pair(
      slow: route("r.a", .post, "/{rest...}", slow),
      other: route("r.b", .post, "/a/b", body: .json([1])), isDecided: false),
    Pair(
      slow: route("r.a", .post, "/a", slow).priority(1), other: route("r.b", body: .json([1])),
      isDecided: true),
    Pair(
      slow: route("r.a", .post, "/a", slow), other: route("r.b", .post, "/a/b", body: .json([1])),
      isDecided: true),
  ])
  func `finds a route that shares its requests with one that reads the body`(_ pair: Pair) {
    let problems = Self.problems([pair.slow, pair.other])

    #expect(
      problems
        == (pair.isDecided
          ? []
          : [
            "Variant 'default' of route 'r.a' says what happens while the request's body comes, but "
              + "rules of route 'r.b', which may take the same requests as 'r.a', read that body "
              + "before it is decided.\n  at      App/R.swift:3"
          ]))
  }

  @Test func `finds it where a scenario chooses`() {
    let problems = Self.problems(
      [Self.route("r.a", body: .json([1]))], scenarios: [Scenario("slow", ["r.a": Self.slow])])

    #expect(
      problems.first?.hasPrefix(
        "Scenario 'slow' chooses for 'r.a' an outcome that says what happens while the request's "
          + "body comes, but rules of route 'r.a' read that body before it is decided.") == true)
  }

  @Test(arguments: [
    (Outcome.status(201).readingAt(bytesPerSecond: 9), "201, its body read at 9 bytes a second"),
    (
      .status(201).refusingBody(after: 1000, with: .status(413)),
      "201, a body refused after 1000 bytes (413)"
    ),
    (.status(201).resettingUpload(after: 0), "201, a body reset after 0 bytes"),
    (.status(201).withholdingContinue, "201, 100 Continue withheld"),
  ])
  func `has a summary`(outcome: Outcome, summary: String) {
    #expect(OutcomeSummary.text(of: outcome) == summary)
  }

  @Test func `is asked for by worlds as soon as somebody gives such an outcome`() throws {
    let engine = try Engine(
      Catalog(RouteGroup("r") { Route("r.a", .post, "/a", default: .json(1)) }))
    let bell = Lock(0)
    engine.switchboard.whenUploads { bell.withLock { $0 += 1 } }
    #expect(!engine.switchboard.hasUploads)

    for _ in 0..<2 { try engine.world.change([(.route(0), .outcome(Self.slow))]) }

    #expect(engine.switchboard.hasUploads)
    #expect(bell.withLock { $0 } == 1)
  }
}
