import Testing
import Understudy
import UnderstudyEngine

@Suite("Rules of headers")
struct HeaderRuleTests {
  static func example(
    _ id: String, _ headers: NamedRules, _ lines: [String], differs differences: [String] = []
  ) -> RuleExample {
    RuleExample(id, RequestRules(headers: headers), "/s", lines, differs: differences)
  }

  static let date = "Sun, 01 Jan 2023 00:00:00 GMT"

  @Test(
    .bug(id: "G01"), .bug(id: "H01"), .bug(id: "H02"), .bug(id: "H03"), .bug(id: "H08"),
    arguments: [
      example("H01", ["Authorization": "Bearer abc-1"], ["aUTHORIZATION: Bearer abc-1"]),
      example(
        "H01", ["Authorization": "Bearer abc-1"], ["Authorization: bearer ABC-1"],
        differs: [
          "header Authorization: Bearer abc-1 <> bearer ABC-1 -- Values compare with case."
        ]),
      example("H01", ["Authorization": .bearer("abc-1")], ["Authorization: bearer abc-1"]),
      example(
        "H01", ["Authorization": .bearer("abc-1")], ["Authorization: bearer ABC-1"],
        differs: ["header Authorization: Bearer abc-1 <> bearer ABC-1 -- Values compare with case."]
      ),
      example("H02", ["If-Modified-Since": .equals(date)], ["If-Modified-Since: \(date)"]),
      example(
        "H03", ["Accept-Language": .token("mi")], ["Accept-Language: en", "Accept-Language: mi"]),
      example("H03", ["Accept-Language": .token("mi")], ["Accept-Language: en,mi"]),
      example("H03", ["Accept-Language": .token("mi")], ["Accept-Language: en, MI;q=0.5"]),
      example(
        "H03", ["Accept-Language": .token("mi")], ["Accept-Language: \"a, mi\", mix"],
        differs: ["header Accept-Language: a list with \"mi\" <> \"a, mi\", mix"]),
      example(
        "H03", ["Accept-Language": "en, mi"], ["Accept-Language: en", "Accept-Language: mi"]),
      example(
        "H03", ["Accept-Language": "en, mi"], ["Accept-Language: en,mi"],
        differs: ["header Accept-Language: en, mi <> en,mi"]),
      example("H03", ["X-Tag": ["a", "a"]], ["X-Tag: a", "X-Tag: a"]),
      example(
        "H03", ["X-Tag": ["a", "a"]], ["X-Tag: a, a"],
        differs: ["header X-Tag: \"a\", \"a\" <> a, a"]),
      example(
        "H08", ["Authorization": "Bearer T0K3N"], [],
        differs: ["header Authorization: Bearer T0K3N <> nil"]),
      example("H08", ["Authorization": "Bearer T0K3N"], ["Authorization: Bearer T0K3N"]),
      example(
        "H08", ["Authorization": "Bearer T0K3N"],
        ["Authorization: Bearer T0K3N", "Authorization: Bearer wrong"],
        differs: [
          "header Authorization: Bearer T0K3N <> \"Bearer T0K3N\", \"Bearer wrong\" -- 'Authorization' may stand there once: send one line."
        ]),
      example("G01", ["Content-Encoding": .token("gzip")], ["Content-Encoding: gzip"]),
    ])
  func `compare names without case and values with it`(_ example: RuleExample) throws {
    try example.check()
  }

  @Test(arguments: [
    example("any", ["X-A": .any], ["X-A: "]),
    example("optional", ["X-A": .optional("1")], []),
    example(
      "optional", ["X-A": .optional("1")], ["X-A: 2"],
      differs: [
        "header X-A: 1, or nothing <> 2"
      ]),
    example("any order", ["X-A": .listInAnyOrder(["1", "2"])], ["X-A: 2", "x-a: 1"]),
    example(
      "misspelt", ["X-Api-Key": "k"], ["X-Api-Kye: k"],
      differs: ["header X-Api-Key: k <> nil -- The request has 'X-Api-Kye'."]),
    example(
      "parameters", ["Content-Type": "application/json"],
      ["Content-Type: application/json; charset=utf-8"],
      differs: [
        "header Content-Type: application/json <> application/json; charset=utf-8 -- It differs in its parameters alone; a .token rule compares without them."
      ]),
    example(
      "parameters", ["Content-Type": .token("application/json")],
      ["Content-Type: Application/JSON;charset=utf-8"]),
    example("pattern", ["X-A": .matching("[a-z]+, [a-z]+")], ["X-A: a", "X-A: b"]),
  ])
  func `say in what a line differs`(_ example: RuleExample) throws {
    try example.check()
  }

  @Test(arguments: [
    example("bearer", ["Authorization": .bearer(.any)], ["Authorization: BEARER  t"]),
    example(
      "bearer", ["Authorization": .bearer("t-1")], ["Authorization: t-1"],
      differs: [
        "header Authorization: Bearer t-1 <> t-1 -- The scheme 'Bearer' is missing before the token."
      ]),
    example(
      "bearer", ["Authorization": .bearer(.matching("[a-z]+"))], ["Authorization: Bearer T"],
      differs: ["header Authorization: Bearer with a value that fits '[a-z]+' <> Bearer T"]),
    example(
      "bearer", ["Authorization": .bearer("t")], ["Authorization: Bearert"],
      differs: [
        "header Authorization: Bearer t <> Bearert"
      ]),
    // "Aladdin:open sesame", the example of RFC 7617, 2.
    example(
      "basic", ["Authorization": .basic("Aladdin", "open sesame")],
      ["Authorization: basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]),
    example(
      "basic", ["Authorization": .basic("Aladdin", "open")],
      ["Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
      differs: ["header Authorization: Basic Aladdin:open <> Basic Aladdin:open sesame"]),
    example(
      "basic", ["Authorization": .basic("a", "b")], ["Authorization: Basic a:b"],
      differs: ["header Authorization: Basic a:b <> Basic a:b"]),
  ])
  func `read credentials`(_ example: RuleExample) throws {
    try example.check()
  }

  @Test func `show bytes that are no text`() {
    #expect(ShownText.text([0x61, 0xC3, 0x0A]) == "a\\xc3\n")
    #expect(ShownText.values([[0x61, 0xC3, 0xA9][...], []]) == "\"a\u{E9}\", \"\"")
  }

  @Test func `show the beginning of what is long`() {
    let long = Array(repeating: UInt8(ascii: "a"), count: 499) + Array("\u{E9}b".utf8)

    #expect(ShownText.text(long[...]) == String(repeating: "a", count: 499) + "... (502 bytes)")
    #expect(ShownText.text(long.dropLast(2)) == String(repeating: "a", count: 499) + "\\xc3")
    #expect(
      ShownText.values(Array(repeating: [0x61], count: 22))?.hasSuffix("\"a\", 2 more") == true)
  }
}
