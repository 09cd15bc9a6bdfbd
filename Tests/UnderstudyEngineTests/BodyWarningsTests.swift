import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("What is odd about a body")
struct BodyWarningsTests {
  @Test(.bug(id: "X01"))
  func `warns of a byte order mark and serves it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", [0xEF, 0xBB, 0xBF] + Array("{}".utf8))

    let report = CatalogReport(
      single(.fixture("a.json")), fixtures: FixtureStore(RootedFolder(folder.path)))

    #expect(report.problems.isEmpty)
    #expect(
      report.warnings == [
        "Fixture 'a.json' begins with a byte order mark, which is served as it is; JSON should have none (RFC 8259, 8.1)."
      ])
  }

  @Test(
    .bug(id: "F12"),
    arguments: [
      (Outcome.fixture("empty.json"), "200 as application/json"),
      (Outcome.fixture("empty.json").status(201), "201 as application/json"),
      (
        Outcome.text("").header("Content-Type", "application/vnd.api+json"),
        "200 as application/vnd.api+json"
      ),
      (Outcome.status(200).header("content-type", "application/json"), "200 as application/json"),
    ])
  func `warns of an empty body that says it is JSON`(outcome: Outcome, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("empty.json", [])

    let report = CatalogReport(
      single(outcome), fixtures: FixtureStore(RootedFolder(folder.path)))

    #expect(report.problems.isEmpty)
    #expect(
      report.warnings == [
        "Variant 'default' of route 'r.one' answers \(words) with an empty body, which is no JSON: clients that decode it fail. Give it a body, or answer 204."
      ])
  }

  @Test(
    .bug(id: "F12"),
    arguments: [
      Outcome.status(204).header("Content-Type", "application/json"), .status(200), .text(""),
      .fixture("empty.json").status(500), .fixture("empty.txt"), .json([]),
    ])
  func `does not warn of other empty bodies`(outcome: Outcome) throws {
    let folder = try TemporaryFolder()
    try folder.write("empty.json", [])
    try folder.write("empty.txt", [])

    let report = CatalogReport(
      single(outcome), fixtures: FixtureStore(RootedFolder(folder.path)))

    #expect(report.warnings == [])
  }
}
