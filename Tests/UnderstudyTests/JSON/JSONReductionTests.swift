import Testing
import Understudy

@Suite("A reduced JSON document")
struct JSONReductionTests {
  @Test(arguments: [
    ("[1,2]", "[]"),
    ("[[1],[2]]", "[]"),
    (#"{"data":[{"tags":[1]}],"n":1}"#, #"{"data":[],"n":1}"#),
    (
      #"{"data":{"items":[1],"tags":["a"],"o":{"deep":[1]}},"page":1}"#,
      #"{"data":{"items":[],"tags":[],"o":{"deep":[1]}},"page":1}"#
    ),
    (#"{"a":{"b":{"c":[1]}},"d":{"e":1}}"#, #"{"a":{"b":{"c":[]}},"d":{"e":1}}"#),
    (#"{"a":[]}"#, #"{"a":[]}"#),
  ])
  func `has its shallowest arrays emptied`(_ text: String, _ emptied: String) throws {
    #expect(try JSON(parsing: text).emptyingShallowestArrays()?.text == emptied)
  }

  @Test(arguments: ["{}", "1", "null", #""a""#, #"{"a":{"b":1}}"#])
  func `does not exist without arrays`(_ text: String) throws {
    #expect(try JSON(parsing: text).emptyingShallowestArrays() == nil)
  }

  @Test(arguments: [
    (#"[{"id":1}]"#, #"[{"id"#), ("12", "{"), ("1", "{"), ("", "{"), ("{}", "{"), ("[]", "["),
    ("-5", "-"), (#""abcd""#, #""ab"#), ("1          ", "{"), ("{}        ", "{"), ("null", "nu"),
    ("[1, 2", "[1"),
  ])
  func `is half of its bytes, and no longer JSON`(_ text: String, _ half: String) {
    let bytes = JSON.malformed(Array(text.utf8))

    #expect(String(decoding: bytes, as: UTF8.self) == half)
    #expect(JSON.syntaxError(in: bytes) != nil)
  }
}
