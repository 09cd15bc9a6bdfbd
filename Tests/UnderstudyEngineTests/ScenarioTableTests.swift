import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A table of scenarios")
struct ScenarioTableTests {
  static func words(_ choices: [(route: RouteID, outcome: Outcome)]?) -> [String]? {
    choices?.map { "\($0.route) \($0.outcome.variantAlone?.rawValue ?? "outcome")" }
  }

  let table = ScenarioTable([
    Scenario("newest", from: "newer", ["c": .empty, "a": .timeout]),
    Scenario("old", ["a": .offline, "b.*": .loading]),
    Scenario("newer", from: "old", ["*": .serverError, "b.*": .json([])]),
  ])

  @Test func `has the names in the order written`() {
    #expect(table.names == ["newest", "old", "newer"])
  }

  @Test func `puts what a scenario inherits first, and its own in the place of it`() {
    #expect(Self.words(table.choices(of: "old")) == ["a offline", "b.* loading"])
    #expect(
      Self.words(table.choices(of: "newer")) == ["a offline", "* serverError", "b.* outcome"])
    #expect(
      Self.words(table.choices(of: "newest"))
        == ["* serverError", "b.* outcome", "c empty", "a timeout"])
  }

  @Test func `knows no other name`() {
    #expect(table.choices(of: "oldest") == nil)
  }

  @Test func `compares names by their bytes`() {
    let table = ScenarioTable([Scenario("caf\u{E9}", ["a": .empty])])

    #expect(table.choices(of: "caf\u{E9}") != nil)
    #expect(table.choices(of: "cafe\u{301}") == nil)
  }

  @Test func `ends where scenarios go in a circle, or lead nowhere`() {
    let table = ScenarioTable([
      Scenario("a", from: "b", ["a": .empty]), Scenario("b", from: "a", ["b": .empty]),
      Scenario("self", from: "self", ["s": .empty]), Scenario("lost", from: "x", ["l": .empty]),
      Scenario("lost", ["again": .empty]),
    ])

    #expect(Self.words(table.choices(of: "a")) == ["b empty", "a empty"])
    #expect(Self.words(table.choices(of: "self")) == ["s empty"])
    #expect(Self.words(table.choices(of: "lost")) == ["l empty"])
    #expect(table.names == ["a", "b", "self", "lost"])
  }
}
