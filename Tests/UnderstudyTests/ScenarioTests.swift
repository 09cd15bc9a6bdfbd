import Testing
import Understudy

@Suite("A catalog with choices of its own")
struct ScenarioTests {
  @Test func `keeps scenarios in the order written, each with its place`() {
    let catalog = Catalog(
      RouteGroup("r") { Route("r.one", .get, "/", default: .json([1])) },
      scenarios: [
        Scenario("logged out", ["r.*": .unauthorized], file: "App/S.swift", line: 3),
        Scenario("fresh install", from: "logged out", ["r.one": .empty, "*": .json([])]),
      ])

    #expect(catalog.scenarios.map(\.name) == ["logged out", "fresh install"])
    #expect(catalog.scenarios.map(\.base) == [nil, "logged out"])
    #expect(catalog.scenarios[0].place == SourcePlace(fileID: "App/S.swift", line: 3))
    #expect(catalog.scenarios[1].place.fileID == "UnderstudyTests/ScenarioTests.swift")
    #expect(
      catalog.scenarios[1].choices.map { "\($0.route) \($0.outcome.json?.text ?? "")" }
        == [#"r.one {"variant":"empty"}"#, #"* {"json":[]}"#])
  }

  @Test func `adds up what a route activates`() {
    let route = Route("r.one", .get, "/", default: .status(200))
      .activating(["a.*": .default, "b.one": .empty])
      .activating(["c.one": .status(503)])

    #expect(
      route.activations.map { "\($0.route) \($0.outcome.json?.text ?? "")" }
        == [
          #"a.* {"variant":"default"}"#, #"b.one {"variant":"empty"}"#, #"c.one {"status":503}"#,
        ])
  }
}
