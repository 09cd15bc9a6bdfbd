import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A form")
struct FormBodyTests {
  static let form = "Content-Type: application/x-www-form-urlencoded"
  static let token = BodyRule.form([
    "client_id": "client id", "grant_type": "refresh_token", "s": "a&b",
  ])
  static let pets = BodyRule.form(["nick[]": ["Ada", "B C"]])

  @Test(arguments: [
    BodyExample("U01", token, "grant_type=refresh_token&s=a%26b&client_id=client+id", [form]),
    BodyExample("U01", token, "client_id=client%20id&s=a%26b&grant_type=refresh%5Ftoken", [form]),
    BodyExample(
      "U02", token, "grant_type=refresh_token&s=a%26b&client_id=client+id",
      ["Content-Type: Application/X-WWW-Form-Urlencoded;charset=UTF-8"]),
    BodyExample(
      "U02", token, "grant_type=refresh_token&s=a%26b&client_id=client+id",
      ["Content-Type: text/plain"],
      differs: ["header content-type: application/x-www-form-urlencoded <> text/plain"]),
    BodyExample(
      "U02", token, "grant_type=refresh_token&s=a%26b&client_id=client+id",
      differs: ["header content-type: application/x-www-form-urlencoded <> nil"]),
    BodyExample("U05", pets, "nick%5B%5D=Ada&nick%5B%5D=B%20C", [form]),
    BodyExample("Q15", .form(["a": "", "b": 2]), "&a=&&b=2&", [form]),
    BodyExample("Q19", .form(["a": "1;b=2"]), "a=1;b=2", [form]),
    BodyExample("none", .form(.none), "", [form]),
    BodyExample(
      "broken", .form(["a": .any]), "a=100%", [form],
      differs: ["body -: a form <> a '%' without two hexadecimal digits at byte 5"]),
    BodyExample(
      "broken", .form(["a": .any]), "a=%ff", [form],
      differs: ["body -: a form <> a field 'a' that is not UTF-8"]),
  ])
  func `compares decoded fields`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(
    .bug(id: "U05"), .bug(id: "U01"),
    arguments: [
      (pets, "nick=Ada&nick=B+C", ["nick[]", "nick"]),
      (token, "client_id=client+id&s=a%26b", ["grant_type"]),
      (token, "client_id=client+id&s=a%26b&grant_type=refresh_token&x=1", ["x"]),
      (token, "client_id=client+id&s=a%26b&grant_type=refresh_token&s=a%26b", ["s"]),
      (token, "client_id=client+id&s=a&grant_type=refresh_token", ["s"]),
    ])
  func `names the fields that differ`(_ rule: BodyRule, _ body: String, _ names: [String]) throws {
    let request = try bodyRequest(Array(body.utf8), [Self.form])
    let matcher = BodyMatcher(rule, fixtures: nil)

    #expect(matcher.differences(request).map(\.name) == names)
    #expect(matcher.differences(request).allSatisfy { $0.part == .body })
    #expect(!matcher.fits(request))
  }
}
