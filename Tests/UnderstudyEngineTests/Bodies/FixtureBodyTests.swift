import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A body that is compared with a file")
struct FixtureBodyTests {
  let folder: TemporaryFolder
  let time = ManualTime()
  let store: FixtureStore

  init() throws {
    folder = try TemporaryFolder()
    store = FixtureStore(RootedFolder(folder.path), time: time)
  }

  private func differences(_ rule: BodyRule, _ body: String) throws -> [String] {
    try BodyMatcher(rule, fixtures: store).differences(bodyRequest(Array(body.utf8))).map(\.line)
  }

  @Test(.bug(id: "X01"))
  func `fits although the file begins with a byte order mark`() throws {
    try folder.write("a.json", "\u{FEFF}{\"a\":1}")
    let matcher = BodyMatcher(.json(fixture: "a.json"), fixtures: store)

    #expect(matcher.fits(try bodyRequest(Array(#"{ "a": 1 }"#.utf8))))
    #expect(BodyMatcher.problems(of: .json(fixture: "a.json"), store).isEmpty)
  }

  @Test func `is compared with the file as it is now`() throws {
    try folder.write("a.json", #"{"a":1}"#)
    let matcher = BodyMatcher(.json(fixture: "a.json"), fixtures: store)
    let request = try bodyRequest(Array(#"{"a":2}"#.utf8))
    #expect(!matcher.fits(request))
    #expect(matcher.differences(request).map(\.line) == ["body /a: 1 <> 2"])

    try folder.write("a.json", #"{"a":2}"#)
    time.advance(by: .milliseconds(50))

    #expect(matcher.fits(request))
    #expect(matcher.differences(request).isEmpty)
  }

  @Test func `may be bytes`() throws {
    try folder.write("a.bin", "abc")

    #expect(try differences(.bytes(fixture: "a.bin"), "abc") == [])
    #expect(
      try differences(.bytes(fixture: "a.bin"), "abd") == [
        "body -: 3 bytes <> 3 bytes, different from byte 2 on"
      ])
  }

  @Test func `does not fit where there is no file to compare with`() throws {
    try folder.write("broken.txt", "{")

    #expect(
      try differences(.json(fixture: "none.json"), "{}") == [
        "body -: JSON equal to fixture 'none.json' <> nothing to compare it with: it does not exist"
      ])
    #expect(
      try differences(.bytes(fixture: "none"), "") == [
        "body -: the bytes of fixture 'none' <> nothing to compare it with: it does not exist"
      ])
    #expect(
      try differences(.json(fixture: "broken.txt"), "{}") == [
        "body -: JSON equal to fixture 'broken.txt' <> nothing to compare it with: it is not JSON: "
          + "expected a key in quotes, found the end (line 1, column 2)"
      ])
    #expect(!BodyMatcher(.json(fixture: "none.json"), fixtures: store).fits(try bodyRequest([])))
    #expect(!BodyMatcher(.bytes(fixture: "none"), fixtures: nil).fits(try bodyRequest([])))
  }
}
