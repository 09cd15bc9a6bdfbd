import Testing
import Understudy
import UnderstudyEngine

@Suite("Rules of a query")
struct QueryRuleTests {
  static func example(
    _ id: String, _ query: QueryRules, _ target: String, differs differences: [String] = []
  ) -> RuleExample {
    RuleExample(id, RequestRules(query: query), "/s\(target)", differs: differences)
  }

  @Test(
    .bug(id: "Q01"), .bug(id: "Q02"), .bug(id: "Q07"), .bug(id: "Q09"), .bug(id: "Q10"),
    .bug(id: "Q12"), .bug(id: "Q13"), .bug(id: "Q15"), .bug(id: "Q16"), .bug(id: "Q18"),
    .bug(id: "Q19"),
    arguments: [
      example("Q01", ["q": "this is a test"], "?q=this+is+a+test"),
      example("Q01", ["q": "this is a test"], "?q=this%20is%20a%20test"),
      example(
        "Q01", ["q": "a b"], "?q=a%2Bb",
        differs: ["query q: a b <> a+b -- '%2B' is a plus sign: send a space as '%20' or '+'."]),
      example("Q02", ["sort": "+rank"], "?sort=%2Brank"),
      example(
        "Q02", ["sort": "+rank"], "?sort=+rank",
        differs: [
          "query sort: +rank <>  rank -- A '+' stands for a space: send a plus sign as '%2B'."
        ]),
      example(
        "Q07", ["request": "status"], "?request=status&request=status",
        differs: [
          "query request: status <> \"status\", \"status\" -- 'request' is repeated: send it once."
        ]),
      example("Q09", ["new": ""], "?new="),
      example(
        "Q09", ["new": ""], "?new",
        differs: [
          "query new: \"\" <> a name without '=' -- 'new' has no value; 'new=' has an empty one."
        ]),
      example("Q09", ["new": ""], "", differs: ["query new: \"\" <> nil"]),
      example("Q09", ["new": ""], "?new=1", differs: ["query new: \"\" <> 1"]),
      example("Q09", ["new": .flag], "?new"),
      example(
        "Q09", ["new": .flag], "?new=",
        differs: [
          "query new: a name without '=' <> \"\" -- 'new' stands alone: send it without '='."
        ]),
      example("Q09", ["new": .flag], "", differs: ["query new: a name without '=' <> nil"]),
      example(
        "Q09", ["new": .any], "?new",
        differs: [
          "query new: any value <> a name without '=' -- 'new' has no value; 'new=' has an empty one."
        ]),
      example("Q10", ["account": 42], "?account=42&extra=1", differs: ["query extra: nil <> 1"]),
      example("Q10", .containing(["account": 42]), "?account=42&extra=1"),
      example("Q12", ["tag[]": ["3", "4"]], "?tag%5B%5D=3&tag%5B%5D=4"),
      example("Q12", ["tag[]": ["3", "4"]], "?tag[]=3&tag[]=4"),
      example("Q12", ["tag[]": ["3"]], "?tag[]=3"),
      example(
        "Q12", ["tag[]": ["3", "4"]], "?tag=3&tag=4",
        differs: [
          "query tag[]: \"3\", \"4\" <> nil",
          "query tag: nil <> \"3\", \"4\" -- Did you mean 'tag[]'?",
        ]),
      example("Q13", ["$f": "{\"k\"}", "u": "ab/12?x"], "?%24f=%7B%22k%22%7D&u=ab%2F12%3Fx"),
      example("Q13", ["$f": "{\"k\"}", "u": "ab/12?x"], "?$f={%22k%22}&u=ab/12?x"),
      example("Q15", ["a": "", "b": 2], "?&a=&&b=2&"),
      example("Q16", ["t": "*T1,*T2"], "?t=xT1,yT2", differs: ["query t: *T1,*T2 <> xT1,yT2"]),
      example(
        "Q18", ["sort": "name desc", "f": "2024-01-01"], "?sort=name+desc&f=2024-01-02",
        differs: ["query f: 2024-01-01 <> 2024-01-02"]),
      example(
        "Q18", ["f": "a"], "?f=%22%3C%0A%F0%9F%98%80", differs: ["query f: a <> \"<\n\u{1F600}"]),
      example("Q19", ["t": "python;ruby"], "?t=python;ruby"),
      example(
        "Q19", ["t": "python;ruby"], "?t=python&ruby",
        differs: ["query t: python;ruby <> python", "query ruby: nil <> a name without '='"]),
    ])
  func `take exactly the pairs that they name`(_ example: RuleExample) throws {
    try example.check()
  }

  static let ids: QueryRules = ["ids": ["31", "7", "902"], "d": "2030-01-01"]
  static let sorted: QueryRules = ["ids": .listInAnyOrder(["31", "7", "902"]), "d": .any]

  @Test(
    .bug(id: "Q08"),
    arguments: [
      example("Q08", ids, "?ids=31&ids=7&ids=902&d=2030-01-01"),
      example("Q08", ids, "?d=2030-01-01&ids=31&ids=7&ids=902"),
      example("Q08", ids, "?ids=31&d=2030-01-01&ids=7&ids=902"),
      example(
        "Q08", ids, "?ids=7&ids=31&ids=902&d=2030-01-01",
        differs: ["query ids: \"31\", \"7\", \"902\" <> \"7\", \"31\", \"902\""]),
      example(
        "Q08", ids, "?ids=31&d=2030-01-01", differs: ["query ids: \"31\", \"7\", \"902\" <> 31"]),
      example("Q08", sorted, "?ids=7&ids=31&ids=902&d=x"),
      example(
        "Q08", sorted, "?ids=7&ids=31&ids=31&d=x",
        differs: ["query ids: \"31\", \"7\", \"902\" in any order <> \"7\", \"31\", \"31\""]),
      example(
        "any order", ["a": .listInAnyOrder([.any, "1", .oneOf("1", "2")])], "?a=1&a=2&a=9"),
      example(
        "any order", ["a": .listInAnyOrder([.oneOf("1", "2"), "1", "1"])], "?a=1&a=2&a=2",
        differs: [
          "query a: one of \"1\", \"2\", \"1\", \"1\" in any order <> \"1\", \"2\", \"2\""
        ]),
      example("list or one", ["a": .oneOf(["1", "2"], "3")], "?a=1&a=2"),
      example("list or one", ["a": .oneOf(["1", "2"], "3")], "?a=3"),
      example("optional list", ["a": .optional(["1", "2"])], ""),
    ])
  func `take the values of a repeated name in order, or in any`(_ example: RuleExample) throws {
    try example.check()
  }

  @Test(arguments: [
    example("any", ["a": .any], "?a="),
    example(
      "any", ["a": .any], "?a=1&a=1",
      differs: [
        "query a: any value <> \"1\", \"1\" -- 'a' is repeated: send it once."
      ]),
    example("optional", ["a": .optional(1)], ""),
    example("optional", ["a": .optional(1)], "?a=1"),
    example("optional", ["a": .optional(1)], "?a=2", differs: ["query a: 1, or nothing <> 2"]),
    example("oneOf", ["a": .oneOf("x", "y")], "?a=y"),
    example(
      "oneOf", ["a": .oneOf("x", "y")], "?a=z", differs: ["query a: one of \"x\", \"y\" <> z"]),
    example(
      "oneOf", ["a": .optional(.oneOf("x", "y"))], "?a=Y",
      differs: ["query a: one of \"x\", \"y\", or nothing <> Y -- Values compare with case."]),
    example("matching", ["a": .matching("[0-9]{4}")], "?a=2026"),
    example(
      "matching", ["a": .matching("[0-9]{4}")], "?a=20267",
      differs: ["query a: a value that fits '[0-9]{4}' <> 20267"]),
    example("matching, by characters", ["a": .matching("..")], "?a=%C3%A9%C3%A9"),
    example(
      "normalisation", ["a": "caf\u{E9}"], "?a=cafe%CC%81",
      differs: [
        "query a: caf\u{E9} <> cafe\u{301}"
      ]),
    example(
      "case of a name", ["page": 1], "?Page=1",
      differs: [
        "query page: 1 <> nil",
        "query Page: nil <> 1 -- Names compare with case: did you mean 'page'?",
      ]),
    example(
      "misspelt", ["page": 1, "size": .optional(20)], "?page=1&sise=20",
      differs: ["query sise: nil <> 20 -- Did you mean 'size'?"]),
    example(
      "lenient", .containing(["page": 1]), "?Page=1&x",
      differs: ["query page: 1 <> nil -- Names compare with case: the request has 'Page'."]),
    example(
      "lenient", .containing(["page": 1]), "?page=1&page=1",
      differs: ["query page: 1 <> \"1\", \"1\" -- 'page' is repeated: send it once."]),
    example(
      "case of a value", ["a": "Up"], "?a=up",
      differs: [
        "query a: Up <> up -- Values compare with case."
      ]),
    example(
      "encoded twice", ["a": "x y"], "?a=x%2520y",
      differs: [
        "query a: x y <> x%20y -- The value seems to be percent-encoded twice."
      ]),
    example("ignored", .ignored, "?a&a&b=%20"),
    example("none", .none, "?&&"),
    example("no name", .none, "?=1", differs: ["query : nil <> 1"]),
  ])
  func `say in what a query differs`(_ example: RuleExample) throws {
    try example.check()
  }

  @Test func `give a pattern up that takes too many steps`() throws {
    let example = Self.example(
      "costly", ["a": .matching("(a|aa)+[!?]")], "?a=\(String(repeating: "a", count: 60))",
      differs: ["query a: a value that fits '(a|aa)+[!?]' <> pattern too costly"])

    try example.check()
  }

  @Test func `tell some of very many names`() throws {
    let names = (0..<25).map { "n\($0)" }
    let example = Self.example(
      "many", .none, "?\(names.joined(separator: "&"))",
      differs: names.prefix(20).map { "query \($0): nil <> a name without '='" }
        + ["query -: nil <> 5 more names that are not asked for"])

    try example.check()
  }
}
