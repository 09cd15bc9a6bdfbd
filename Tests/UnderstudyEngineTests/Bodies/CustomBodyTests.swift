import Testing
import Understudy
import Zlib

@testable import UnderstudyEngine

@Suite("A rule that is a closure")
struct CustomBodyTests {
  struct TooMany: Error, CustomStringConvertible {
    var description: String { "more than 3 items" }
  }

  static let rule = BodyRule.where("the items are numbered") { request in
    guard let items = try request.json().arrayValue else { return false }
    if items.count > 3 { throw TooMany() }
    return items.enumerated().allSatisfy { $1.intValue == $0 }
  }

  @Test(arguments: [
    BodyExample("holds", rule, "[0,1,2]"),
    BodyExample(
      "does not", rule, "[1]", differs: ["body -: the items are numbered <> it does not hold"]),
    BodyExample(
      "throws", rule, "[0,1,2,3]",
      differs: ["body -: the items are numbered <> the closure threw: more than 3 items"]),
    BodyExample(
      "throws", rule, "x",
      differs: [
        "body -: the items are numbered <> the closure threw: line 1, column 1: expected a value, found 'x'"
      ]),
    BodyExample(
      "decoded", rule, Deflater.deflate(Array("[0]".utf8), .gzip), ["Content-Encoding: gzip"]),
    BodyExample(
      "broken", rule, "xx", ["Content-Encoding: gzip"],
      differs: ["body -: the items are numbered <> not gzip, as its Content-Encoding says"]),
  ])
  func `sees the request with its body decoded`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test func `sees the head of the request`() throws {
    let rule = BodyRule.where("asks for JSON") { request in
      request.method == "POST" && request.headers["accept"] == "application/json"
    }

    #expect(
      BodyMatcher(rule, fixtures: nil).fits(try bodyRequest([], ["Accept: application/json"])))
  }
}
