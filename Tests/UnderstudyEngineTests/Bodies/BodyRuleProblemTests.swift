import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("What is wrong with a body rule")
struct BodyRuleProblemTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var rule: BodyRule, messages: [String]
    var testDescription: String { messages.first ?? "nothing" }

    init(_ rule: BodyRule, _ messages: String...) {
      (self.rule, self.messages) = (rule, messages)
    }
  }

  @Test(arguments: [
    Example(.json(["a": [.optional(1), .matching("[a-z]"), .oneOf(1, 2)], "b": .anyArray])),
    Example(.multipart([])),
    Example(.form(["a": .optional(.oneOf("1", "2")), "b": ["1", "2"], "c": .flag])),
    Example(.multipart([.file("f", filename: .optional(.any))])),
    Example(
      .json(["a/b": [.matching("(")]]),
      "has the pattern '(' for '/a~1b/0' of the JSON body, which cannot be compiled: "
        + "missing closing parenthesis (at byte 1)"),
    Example(
      .jsonContaining(.matching("[")),
      "has the pattern '[' for the JSON body, which cannot be compiled: "
        + "missing terminating ] for character class (at byte 1)"),
    Example(.json(["a": ["b": 1, "b": 2]]), "has two rules for '/a/b' of the JSON body"),
    Example(
      .json(["a": .oneOf([])]),
      "has .oneOf without values for '/a' of the JSON body, which nothing fits"),
    Example(
      .form(["a": 1, "a": 2]), "has two rules for the form field 'a'"),
    Example(
      .form([
        "a": .oneOf(.optional(1)), "b": .token("x"), "c": .bearer(.any), "d": .basic("u", "p"),
      ]),
      "has .optional for the form field 'a', where it means nothing",
      "has .token for the form field 'b', where it means nothing",
      "has .bearer for the form field 'c', where it means nothing",
      "has .basic for the form field 'd', where it means nothing"),
    Example(
      .form(["a": .list([]), "b": .oneOf([])]),
      "has a list without values for the form field 'a', which nothing fits",
      "has .oneOf without values for the form field 'b', which nothing fits"),
    Example(
      .multipart([
        .file("f", filename: .matching("("), contentType: .flag, json: .matching("(")),
        .field("", .any),
        .field("g", ["1"]),
      ]),
      "has the pattern '(' for the filename of the part 'f', which cannot be compiled: "
        + "missing closing parenthesis (at byte 1)",
      "has .flag for the content type of the part 'f', where it means nothing",
      "has the pattern '(' for the JSON of the part 'f', which cannot be compiled: "
        + "missing closing parenthesis (at byte 1)",
      "has a multipart rule without the name of its part",
      "has a list for the part 'g', where it means nothing"),
    Example(
      .multipart([.field("f", json: ["a": .matching("(")])]),
      "has the pattern '(' for '/a' of the JSON of the part 'f', which cannot be compiled: "
        + "missing closing parenthesis (at byte 1)"),
    Example(
      .graphQL(operation: .flag, variables: ["id": .oneOf([])]),
      "has .flag for the GraphQL operation, where it means nothing",
      "has .oneOf without values for '/variables/id' of the JSON body, which nothing fits"),
    Example(
      .text(.optional("a")), "has .optional for the text of the body, where it means nothing"),
    Example(.where("") { _ in true }, "has .where without an explanation, which a miss quotes"),
  ])
  func `is told in words`(_ example: Example) {
    #expect(BodyMatcher.problems(of: example.rule, nil).map(\.message) == example.messages)
  }

  @Test func `may be its fixture`() throws {
    let folder = try TemporaryFolder()
    try folder.write("orders/one.json", "{}")
    try folder.write("broken.txt", "{")
    let store = FixtureStore(RootedFolder(folder.path))
    func messages(_ rule: BodyRule) -> [String] {
      BodyMatcher.problems(of: rule, store).map(\.message)
    }

    #expect(messages(.json(fixture: "orders/one.json")) == [])
    #expect(messages(.bytes(fixture: "broken.txt")) == [])
    #expect(
      messages(.json(fixture: "orders/on.json")) == [
        "compares the body with the fixture 'orders/on.json', which does not exist in "
          + "'\(folder.path)'; closest: orders/one.json"
      ])
    #expect(
      messages(.json(fixture: "broken.txt")) == [
        "compares the body with the fixture 'broken.txt' in '\(folder.path)', which cannot be read: "
          + "it is not JSON: expected a key in quotes, found the end (line 1, column 2)"
      ])
    #expect(
      messages(.bytes(fixture: "orders")) == [
        "compares the body with the fixture 'orders' in '\(folder.path)', which cannot be read: "
          + "it is not a regular file"
      ])
    #expect(
      messages(.bytes(fixture: "a/{id}")) == [
        "compares the body with the fixture 'a/{id}', which has a parameter: a rule needs one file"
      ])
    #expect(
      messages(.bytes(fixture: "../a")) == [
        "compares the body with the fixture '../a', which must not contain '.', '..' or empty folders"
      ])
  }
}
