import Testing
import Understudy
import UnderstudyEngine

@Suite("Two sets of rules")
struct ExclusionTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var one: RequestRules, other: RequestRules, areApart: Bool
    var testDescription: String

    init(query one: QueryRules, _ other: QueryRules, apart areApart: Bool) {
      (self.one, self.other) = (RequestRules(query: one), RequestRules(query: other))
      self.areApart = areApart
      testDescription = "\(one) \(areApart ? "stays apart from" : "meets") \(other)"
    }

    init(headers one: NamedRules, _ other: NamedRules, apart areApart: Bool) {
      (self.one, self.other) = (RequestRules(headers: one), RequestRules(headers: other))
      self.areApart = areApart
      testDescription = "\(one) \(areApart ? "stays apart from" : "meets") \(other)"
    }

    init(cookies one: NamedRules, _ other: NamedRules, apart areApart: Bool) {
      (self.one, self.other) = (RequestRules(cookies: one), RequestRules(cookies: other))
      self.areApart = areApart
      testDescription = "\(one) \(areApart ? "stays apart from" : "meets") \(other)"
    }

    init(host one: HostRule?, _ other: HostRule?, apart areApart: Bool) {
      (self.one, self.other) = (RequestRules(host: one), RequestRules(host: other))
      self.areApart = areApart
      testDescription =
        "\(one?.text ?? "any host") \(areApart ? "stays apart from" : "meets") \(other?.text ?? "any host")"
    }
  }

  @Test(arguments: [
    Example(query: ["a": 1], ["a": 2], apart: true),
    Example(query: ["a": 1], ["a": 1], apart: false),
    Example(query: ["a": 1], ["b": 1], apart: true),
    Example(query: ["a": .any], ["b": .any], apart: true),
    Example(query: ["a": .any], ["a": 1], apart: false),
    Example(query: ["a": .any], ["a": .flag], apart: true),
    Example(query: ["a": .any], ["a": ["1", "2"]], apart: true),
    Example(query: ["a": ["1", "2"]], ["a": ["2", "1"]], apart: true),
    Example(query: ["a": [.any, "2"]], ["a": ["1", .any]], apart: false),
    Example(query: ["a": [.any, "2"]], ["a": [.any, "1"]], apart: true),
    Example(query: ["a": ["1", "2"]], ["a": .listInAnyOrder(["2", "1"])], apart: false),
    Example(query: ["a": ["1", "2"]], ["a": .listInAnyOrder(["2", "3"])], apart: true),
    Example(query: ["a": [.any, "1"]], ["a": .listInAnyOrder(["1", "2"])], apart: false),
    Example(
      query: ["a": .listInAnyOrder(["1", "2"])], ["a": .listInAnyOrder(["3", "1"])], apart: true),
    Example(query: ["a": .optional(1)], ["a": .optional(2)], apart: false),
    Example(query: ["a": .optional(1)], ["a": 2], apart: true),
    Example(query: ["a": .optional(1)], ["b": .optional(2)], apart: false),
    Example(query: ["a": .optional(1)], .none, apart: false),
    Example(query: ["a": 1], .none, apart: true),
    Example(query: ["a": .oneOf("1", "2")], ["a": .oneOf("3", "4")], apart: true),
    Example(query: ["a": .oneOf("1", "2")], ["a": .oneOf("2", "3")], apart: false),
    Example(query: ["a": .matching("[0-9]+")], ["a": "x"], apart: true),
    Example(query: ["a": .matching("[0-9]+")], ["a": 7], apart: false),
    Example(query: ["a": .matching("[0-9]+")], ["a": .matching("[a-z]+")], apart: false),
    Example(query: .containing(["a": 1]), .containing(["b": 1]), apart: false),
    Example(query: .containing(["a": 1]), .containing(["a": 2]), apart: true),
    Example(query: .containing(["a": 1]), ["b": 1], apart: true),
    Example(query: .containing(["a": 1]), ["a": 1, "b": 1], apart: false),
    Example(query: .ignored, .none, apart: false),
    Example(headers: ["X-A": "1"], ["x-a": "2"], apart: true),
    Example(headers: ["X-A": "1"], ["X-B": "2"], apart: false),
    Example(headers: ["X-A": "a, b"], ["X-A": ["a", "b"]], apart: false),
    Example(headers: ["X-A": "a, b"], ["X-A": .token("b")], apart: false),
    Example(headers: ["X-A": "a"], ["X-A": .token("b")], apart: true),
    Example(headers: ["X-A": .token("a")], ["X-A": .token("b")], apart: false),
    Example(headers: ["X-A": ["a"]], ["X-A": ["b"]], apart: true),
    Example(
      headers: ["Authorization": .bearer("1")], ["Authorization": .bearer("2")], apart: true),
    Example(
      headers: ["Authorization": .bearer(.any)], ["Authorization": .bearer("2")], apart: false),
    Example(
      headers: ["Authorization": .bearer(.any)], ["Authorization": .basic("a", "b")], apart: true),
    Example(
      headers: ["Authorization": .basic("a", "c")], ["Authorization": .basic("a", "b")],
      apart: true),
    Example(
      headers: ["Authorization": .bearer("1")], ["Authorization": "Bearer 2"], apart: true),
    Example(cookies: ["a": "1"], ["a": "2"], apart: true),
    Example(cookies: ["a": "1"], ["A": "2"], apart: false),
    Example(host: "a.test", "A.test", apart: false),
    Example(host: "a.test", "b.test", apart: true),
    Example(host: "a.test:1", "a.test:2", apart: true),
    Example(host: "a.test:1", "a.test", apart: false),
    Example(host: "a.test", nil, apart: false),
  ])
  func `are apart where no request fits both`(_ example: Example) {
    let (one, other) = (RuleSet(example.one), RuleSet(example.other))

    #expect(one.excludes(other) == example.areApart)
    #expect(other.excludes(one) == example.areApart)
  }

  @Test func `have a rank by what they name`() {
    let rules = RuleSet(
      RequestRules(
        query: ["a": 1, "b": .optional(2)], headers: ["X-A": .any], cookies: ["c": "1"],
        host: "a.test"))

    #expect(rules.conditions == 5)
    #expect(RuleSet(RequestRules(query: .containing(["a": 1]))).conditions == 1)
    #expect(RuleSet(RequestRules(query: .ignored)).conditions == 0)
  }
}
