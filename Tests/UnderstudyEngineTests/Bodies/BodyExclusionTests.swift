import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("Two body rules")
struct BodyExclusionTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var one: BodyRule, other: BodyRule, areApart: Bool
    var testDescription: String {
      "\(one.kind) \(areApart ? "stays apart from" : "meets") \(other.kind)"
    }

    init(_ one: BodyRule, _ other: BodyRule, apart: Bool) {
      (self.one, self.other, areApart) = (one, other, apart)
    }
  }

  @Test(arguments: [
    Example(.json(["a": 1]), .json(["a": 2]), apart: true),
    Example(.json(["a": 1]), .json(["a": 1.0]), apart: false),
    Example(.json(["a": 1, "b": .any]), .json(["a": 2, "b": .any]), apart: true),
    Example(.json(["a": .any]), .json(["a": 2]), apart: false),
    Example(.json(["a": .any]), .json(["b": .any]), apart: true),
    Example(.json(["a": .any]), .json(["b": .optional(1)]), apart: true),
    Example(.json(["a": .optional(1)]), .json(["a": .optional(2)]), apart: false),
    Example(.json(["a": .optional(1)]), .json(["a": 2]), apart: true),
    Example(.json(["a": .anyString]), .json(["a": .anyNumber]), apart: true),
    Example(.json(["a": .anyInteger]), .json(["a": .anyNumber]), apart: false),
    Example(.json(["a": .matching("x")]), .json(["a": .anyNumber]), apart: true),
    Example(.json(["a": .matching("x+"), "b": .any]), .json(["a": "y", "b": .any]), apart: true),
    Example(.json(["a": .oneOf(1, 2)]), .json(["a": .oneOf(3, .anyString)]), apart: true),
    Example(.json(["a": .oneOf(1, 2)]), .json(["a": .oneOf(2, 3)]), apart: false),
    Example(.json([.any]), .json([.any, .any]), apart: true),
    Example(.json([.any]), .json([.any, .optional(1)]), apart: false),
    Example(.json([.any, 1]), .json([.any, 2]), apart: true),
    Example(.json([.any]), .json(["a": .any]), apart: true),
    Example(.json(.optional(1)), .json(.optional(2)), apart: false),
    Example(.jsonContaining(["a": .any]), .jsonContaining(["b": .any]), apart: false),
    Example(.jsonContaining(["a": 1]), .jsonContaining(["a": 2]), apart: true),
    Example(.jsonContaining(["a": .any]), .json(["b": .any]), apart: true),
    Example(.jsonContaining(["a": 1]), .json(["a": 1, "b": 2]), apart: false),
    Example(.form(["a": 1]), .form(["a": 2]), apart: true),
    Example(.form(["a": 1]), .form(["a": .any]), apart: false),
    Example(.form(.ignored), .multipart([]), apart: true),
    Example(.form(.none), .json(["a": 1]), apart: false),
    Example(.multipart([.field("a", "1")]), .multipart([.field("a", "2")]), apart: true),
    Example(.multipart([.field("a", .any)]), .multipart([.file("a")]), apart: true),
    Example(
      .multipart([.field("a", .any)]), .multipart([.optional(.field("a", "1"))]), apart: false),
    Example(.multipart([.field("a", .any)]), .multipart([]), apart: true),
    Example(
      .multipart([.field("a", "1"), .field("a", "2")]),
      .multipart([.field("a", "2"), .field("a", "1")]), apart: false),
    Example(
      .multipart([.file("a", size: 0...1)]), .multipart([.file("a", size: 2...3)]), apart: true),
    Example(.graphQL(operation: "A"), .graphQL(operation: "B"), apart: true),
    Example(.graphQL(operation: "A"), .graphQL(operation: .any), apart: false),
    Example(
      .graphQL(operation: .any, variables: ["a": 1]),
      .graphQL(operation: .any, variables: ["a": 2]),
      apart: true),
    Example(.graphQL(operation: "A"), .json(["operationName": "B"]), apart: true),
    Example(.graphQL(operation: "A"), .json(["operationName": "A"]), apart: false),
    Example(.text("a"), .text("b"), apart: true),
    Example(.text("a"), .text(.matching("[a-z]")), apart: false),
    Example(.text("a"), .text(.matching("[0-9]")), apart: true),
    Example(.bytes([1]), .bytes([2]), apart: true),
    Example(.bytes([1]), .bytes([1]), apart: false),
    Example(.bytes(Array("[1]".utf8)), .json([1]), apart: false),
    Example(.bytes(Array("[1]".utf8)), .json([2]), apart: true),
    Example(.bytes([1]), .json([.any]), apart: true),
    Example(.noBody, .json(.any), apart: true),
    Example(.noBody, .json(.optional(.any)), apart: false),
    Example(.noBody, .form(["a": .any]), apart: true),
    Example(.noBody, .form(.none), apart: false),
    Example(.noBody, .multipart([]), apart: true),
    Example(.noBody, .graphQL(operation: .any), apart: true),
    Example(.noBody, .text("a"), apart: true),
    Example(.noBody, .text(.any), apart: false),
    Example(.noBody, .bytes([1]), apart: true),
    Example(.noBody, .noBody, apart: false),
    Example(.json(fixture: "a.json"), .json(fixture: "b.json"), apart: false),
    Example(.where("a") { _ in true }, .json(1), apart: false),
  ])
  func `are told apart where no body fits both`(_ example: Example) {
    let (one, other) = (
      BodyMatcher(example.one, fixtures: nil), BodyMatcher(example.other, fixtures: nil)
    )

    #expect(one.excludes(other) == example.areApart)
    #expect(other.excludes(one) == example.areApart)
  }
}
