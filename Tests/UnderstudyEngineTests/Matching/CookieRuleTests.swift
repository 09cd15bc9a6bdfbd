import Testing
import Understudy
import UnderstudyEngine

@Suite("Rules of cookies")
struct CookieRuleTests {
  static func example(
    _ id: String, _ cookies: NamedRules, _ lines: [String], differs differences: [String] = []
  ) -> RuleExample {
    RuleExample(id, RequestRules(cookies: cookies), "/s", lines, differs: differences)
  }

  @Test(arguments: [
    example("one of several", ["sid": "s-1"], ["Cookie: a=1; sid=s-1;b=2"]),
    example("in another line", ["sid": "s-1"], ["Cookie: a=1", "cookie: sid=s-1"]),
    example("with an equals sign", ["sid": "a=b="], ["Cookie: sid=a=b="]),
    example("with quotes", ["sid": "\"a\""], ["Cookie: sid=\"a\""]),
    example("absent", ["sid": "s-1"], [], differs: ["cookie sid: s-1 <> nil"]),
    example("absent", ["sid": .optional("s-1")], ["Cookie: a=1"]),
    example("empty", ["sid": ""], ["Cookie: sid="]),
    example(
      "other value", ["sid": "s-1"], ["Cookie: sid=S-1"],
      differs: [
        "cookie sid: s-1 <> S-1 -- Values compare with case."
      ]),
    example(
      "case of a name", ["sid": .any], ["Cookie: SID=1"],
      differs: [
        "cookie sid: any value <> nil -- Names compare with case: the request has 'SID'."
      ]),
    example(
      "repeated", ["sid": "1"], ["Cookie: sid=1; sid=1"],
      differs: ["cookie sid: 1 <> \"1\", \"1\" -- 'sid' is repeated: send it once."]),
    example(
      "no name", ["sid": .any], ["Cookie: sid"],
      differs: [
        "cookie sid: any value <> a name without '='"
      ]),
  ])
  func `read every line and compare names with case`(_ example: RuleExample) throws {
    try example.check()
  }
}
