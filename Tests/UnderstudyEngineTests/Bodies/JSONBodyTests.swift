import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A JSON body")
struct JSONBodyTests {
  static let notes: JSONRule = ["t": "実験.登録番号", "e": "🚲"]

  @Test(arguments: [
    BodyExample("J01", .json(["float": 1.2, "n": 1]), #"{"float":1.2000,"n":1.0}"#),
    BodyExample("J01", .json(["float": 1.2, "n": 1]), #"{"n":1e0,"float":12e-1}"#),
    BodyExample(
      "J01", .json(["float": 1.2, "n": 1]), #"{"float":1.2000001,"n":1}"#,
      differs: ["body /float: 1.2 <> 1.2000001"]),
    BodyExample(
      "J01", .json(["n": .equals(.int(9_007_199_254_740_992))]), #"{"n":9007199254740993}"#,
      differs: ["body /n: 9007199254740992 <> 9007199254740993"]),
    BodyExample(
      "J02", .json(["label": "t", "ms": "500"]), #"{"label":"t","ms":500}"#,
      differs: [
        #"body /ms: string "500" <> number 500 -- A string and a number differ: only one of them has quotes."#
      ]),
    BodyExample(
      "J02", .json(["on": true]), #"{"on":1}"#, differs: ["body /on: boolean true <> number 1"]),
    BodyExample(
      "J03", .json(["h": ["a": "1"]]), #"{"h":{"a":"1","b":null}}"#,
      differs: ["body /h/b: nil <> null"]),
    BodyExample("J03", .json(["h": ["a": "1", "b": nil]]), #"{"h":{"a":"1","b":null}}"#),
    BodyExample(
      "J03", .json(["h": ["a": "1", "b": nil]]), #"{"h":{"a":"1"}}"#,
      differs: [
        "body /h/b: null <> nil -- A member that is null is there; one that is left out is not."
      ]),
    BodyExample("J06", .json(notes), #"{"t":"実験.登録番号","e":"🚲"}"#),
    BodyExample(
      "J06", .json(notes), #"{"t":"\u5b9f\u9a13.\u767b\u9332\u756a\u53f7","e":"\ud83d\udeb2"}"#),
    BodyExample(
      "J06", .json(["e": .any]), #"{"e":"\ud83d"}"#,
      differs: [
        "body -: JSON <> not JSON: an escape is half of a surrogate pair (line 1, column 7)"
      ]),
    BodyExample(
      "J06", .json(["e": "é"]), "{\"e\":\"e\u{301}\"}",
      differs: ["body /e: \"é\" <> \"e\u{301}\""]),
    BodyExample(
      "J07", .json(["foo": "bar"]), #"{"foo":"bar"}"#,
      ["Content-Type: application/fhir+json; charset=utf-8"]),
    BodyExample("J08", .json(["value": "key"]), #"{"value":"key"}"#, ["Content-Type: text/plain"]),
    BodyExample(
      "J08", .json(["value": "key"]), #"{"value":"key"}"#,
      ["Content-Type: application/x-www-form-urlencoded"]),
    BodyExample("J08", .json(["value": "key"]), #"{"value":"key"}"#),
    BodyExample("C01", .json(["t": "żółw さくら"]), #"{"t":"żółw さくら"}"#),
    BodyExample(
      "C01", .json(["t": "é"]), [0x7B, 0x22, 0x74, 0x22, 0x3A, 0x22, 0xE9, 0x22, 0x7D],
      ["Content-Type: application/json; charset=ISO-8859-1"],
      differs: ["body -: JSON <> not JSON: a string is not valid UTF-8 (line 1, column 7)"]),
    BodyExample("X01", .json(["a": 1]), "\u{FEFF}{\"a\":1}"),
  ])
  func `compares as JSON`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(arguments: [
    BodyExample("any", .json(["a": .any]), #"{"a":null}"#),
    BodyExample("any", .json(["a": .any]), #"{}"#, differs: ["body /a: any value <> nil"]),
    BodyExample("optional", .json(["a": .optional(1)]), #"{}"#),
    BodyExample("optional", .json(["a": .optional(1)]), #"{"a":1}"#),
    BodyExample(
      "optional", .json(["a": .optional(1)]), #"{"a":2}"#,
      differs: ["body /a: 1, or nothing <> 2"]),
    BodyExample(
      "optional", .json(["a": .optional(.anyString)]), #"{"a":null}"#,
      differs: [
        "body /a: any string, or nothing <> null -- "
          + "A member that is null is there; one that is left out is not."
      ]),
    BodyExample(
      "optional", .json(["a": .optional(["b": 1])]), #"{"a":{"b":2}}"#,
      differs: ["body /a/b: 1 <> 2"]),
    BodyExample(
      "case", .json(["a": "on", "b": .oneOf("on", 1)]), #"{"a":"On","b":"1"}"#,
      differs: [
        #"body /a: "on" <> "On" -- Values compare with case."#,
        #"body /b: one of "on", 1 <> string "1" -- A string and a number differ: only one of them has quotes."#,
      ]),
    BodyExample("optional", .json(.optional(["a": 1])), ""),
    BodyExample("oneOf", .json(["a": .oneOf("x", 2)]), #"{"a":2}"#),
    BodyExample(
      "oneOf", .json(["a": .oneOf("x", 2)]), #"{"a":3}"#,
      differs: [#"body /a: one of "x", 2 <> number 3"#]),
    BodyExample("matching", .json(["a": .matching("[a-z]+")]), #"{"a":"abc"}"#),
    BodyExample(
      "matching", .json(["a": .matching("[a-z]+")]), #"{"a":"abc1"}"#,
      differs: [#"body /a: a string that fits '[a-z]+' <> string "abc1""#]),
    BodyExample(
      "matching", .json(["a": .matching("1")]), #"{"a":1}"#,
      differs: ["body /a: a string that fits '1' <> number 1"]),
    BodyExample(
      "matching", .json(["a": .matching("(a+)+")]),
      #"{"a":"\#(String(repeating: "a", count: 40))!"}"#,
      differs: ["body /a: a string that fits '(a+)+' <> pattern too costly"]),
    BodyExample("kind", .json([.anyInteger, .anyInteger, .anyNumber]), "[1.0, 10e-1, 1.5]"),
    BodyExample("kind", .json([.anyInteger]), "[123456789012345678901234567890]"),
    BodyExample(
      "kind", .json([.anyInteger, .anyInteger]), "[1.5, 1e-1]",
      differs: [
        "body /0: any whole number <> number 1.5", "body /1: any whole number <> number 1e-1",
      ]),
    BodyExample(
      "kind", .json([.anyString, .anyBoolean, .anyArray, .anyObject]), #"["", false, [], {}]"#),
    BodyExample(
      "kind", .json([.anyString, .anyBoolean]), "[null, 0]",
      differs: ["body /0: any string <> null", "body /1: any boolean <> number 0"]),
    BodyExample(
      "array", .json([1, 2, 3]), "[1,3]", differs: ["body /1: 2 <> 3", "body /2: 3 <> nil"]),
    BodyExample(
      "array", .json(["a": [.any]]), #"{"a":[1,[2]]}"#, differs: ["body /a/1: nil <> [2]"]),
    BodyExample("array", .json([1, .optional(2)]), "[1]"),
    BodyExample(
      "object", .json(["a": [1]]), #"{"a":{"b":1}}"#,
      differs: [#"body /a: array [1] <> object {"b":1}"#]),
    BodyExample(
      "object", .json(["a": [.any]]), #"{"a":{"b":1}}"#,
      differs: [#"body /a: an array <> object {"b":1}"#]),
    BodyExample(
      "repeated", .json(["a": 1]), #"{"a":1,"a":1}"#,
      differs: ["body /a: the member once <> 2 members of that name"]),
    BodyExample(
      "misspelt", .json(["userName": .any]), #"{"username":1}"#,
      differs: [
        "body /userName: any value <> nil", "body /username: nil <> 1 -- Did you mean 'userName'?",
      ]),
    BodyExample(
      "pointer", .json(["a/b": ["~": 1]]), #"{"a/b":{"~":2}}"#, differs: ["body /a~1b/~0: 1 <> 2"]),
    BodyExample("whole", .json("a"), #""b""#, differs: [#"body -: "a" <> "b""#]),
    BodyExample(
      "none", .json(["a": 1]), "",
      differs: ["body -: JSON <> not JSON: expected a value, found the end (line 1, column 1)"]),
  ])
  func `has rules at its leaves`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(arguments: [
    BodyExample("extra", .jsonContaining(["a": ["b": 1]]), #"{"x":1,"a":{"y":2,"b":1}}"#),
    BodyExample(
      "missing", .jsonContaining(["a": ["b": 1]]), #"{"a":{"y":2}}"#,
      differs: ["body /a/b: 1 <> nil"]),
    BodyExample(
      "array", .jsonContaining(["a": [["b": 1]]]), #"{"a":[{"b":1,"c":2},{"b":1}]}"#,
      differs: [#"body /a/1: nil <> {"b":1}"#]),
    BodyExample(
      "whole value", .jsonContaining(["a": .equals(["b": 1])]), #"{"a":{"b":1,"c":2}}"#,
      differs: ["body /a/c: nil <> 2"]),
    BodyExample(
      "repeated", .jsonContaining(["a": 1]), #"{"a":1,"a":2}"#,
      differs: ["body /a: the member once <> 2 members of that name"]),
  ])
  func `may contain more at every depth`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test func `tells twenty differences and how many more there are`() throws {
    let rule = BodyRule.json(.array((0..<1000).map { .equals(.int($0)) }))
    let body = JSON.array((0..<1000).map { .int($0 + 1) }).bytes()

    let found = BodyMatcher(rule, fixtures: nil).differences(try bodyRequest(body))

    #expect(found.count == 21)
    #expect(found.last?.line == "body -: no difference <> 980 more differences")
  }

  @Test func `shows the beginning of long values`() throws {
    let body = JSON.array([.string(String(repeating: "é", count: 10_000))]).bytes()

    let found = BodyMatcher(.json("short"), fixtures: nil).differences(try bodyRequest(body))

    let shown = String(repeating: "é", count: 60)
    #expect(found.map(\.actual) == ["array [\"\(shown)…\"]"])
  }

  @Test func `may be nested as deep as a document, and no deeper`() throws {
    let matcher = BodyMatcher(.json([.any]), fixtures: nil)
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: depth)
        + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }

    #expect(matcher.fits(try bodyRequest(nested(256))))
    #expect(
      matcher.differences(try bodyRequest(nested(100_000))).map(\.actual) == [
        "not JSON: nested deeper than 256 levels (line 1, column 257)"
      ])
  }

  @Test func `fits exactly where nothing differs, whatever was changed`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let document = random.document(depth: 3)
      let other = Bool.random(using: &random) ? document : random.document(depth: 3)
      let rule = random.rule(for: document)
      for isExact in [true, false] {
        let matcher = BodyMatcher(isExact ? .json(rule) : .jsonContaining(rule), fixtures: nil)
        let request = try bodyRequest(other.bytes())

        #expect(
          matcher.fits(request) == matcher.differences(request).isEmpty, "\(rule) \(other.text)")
      }
      #expect(BodyMatcher(.json(rule), fixtures: nil).fits(try bodyRequest(document.bytes())))
    }
  }
}

/// Small documents of few values, so that two of them are often nearly alike.
private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }

  mutating func document(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .int(Int.random(in: 0...2, using: &self))
    case 3: return .string(["a", "b"].randomElement(using: &self) ?? "")
    case 4, 5:
      return .array(
        (0..<Int.random(in: 0...3, using: &self)).map { _ in document(depth: depth - 1) })
    default:
      // Names may repeat, as in a text.
      return .object(
        JSON.Object(
          (0..<Int.random(in: 0...3, using: &self)).map { _ in
            (["x", "y", "z"].randomElement(using: &self) ?? "", document(depth: depth - 1))
          }))
    }
  }

  /// A rule that the document fits.
  mutating func rule(for document: JSON) -> JSONRule {
    switch (document, Int.random(in: 0..<6, using: &self)) {
    case (_, 0): return .any
    case (_, 1): return .oneOf([.equals("other"), .equals(document)])
    case (.string, 2): return .anyString
    case (.array(let elements), 3...): return .array(elements.map { rule(for: $0) })
    case (.object(let members), 3...) where Set(members.keys).count == members.count:
      return .object(members.map { JSONRule.Member($0.key, rule(for: $0.value)) })
    default: return .equals(document)
    }
  }
}
