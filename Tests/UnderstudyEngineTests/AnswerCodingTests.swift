import MicroHTTPD
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("The coding of an answer")
struct AnswerCodingTests {
  @Test(
    arguments: [
      ([], .identity), ([""], .identity), (["gzip"], .gzip), (["x-gzip"], .gzip),
      (["deflate"], .deflate), (["GZIP"], .gzip), (["deflate, gzip"], .gzip),
      (["deflate", "gzip"], .gzip), (["gzip;q=0.5, deflate"], .deflate),
      (["gzip; q=0.500 ,deflate;Q=0.501"], .deflate), (["br"], .identity), (["*"], .gzip),
      (["gzip;q=0, *"], .deflate), (["gzip;q=0"], .identity), (["gzip;q=0.001"], .gzip),
      (["identity, gzip;q=0.9"], .identity), (["identity;q=0"], nil), (["*;q=0"], nil),
      (["*;q=0, identity"], .identity), (["identity;q=0, gzip;q=0.2"], .gzip),
      (["br, identity;q=0"], nil), (["gzip;q=0.0"], .identity), (["gzip;q=high"], .gzip),
      (["gzip, deflate, br"], .gzip),
    ] as [([String], AnswerCoding?)])
  func `is the one that the client takes best`(lines: [String], coding: AnswerCoding?) {
    #expect(AnswerCoding.best(for: HeadLines(lines.map { ("Accept-Encoding", $0) })) == coding)
  }

  @Test func `is told in listings`() {
    #expect(OutcomeSummary.text(of: .text("a").compressed()) == "200, text, compressed")
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var outcome: Outcome, message: String?
    var testDescription: String { "\(outcome.json?.text ?? ""): \(message ?? "fine")" }
  }

  @Test(arguments: [
    Example(outcome: .status(204).compressed(), message: "is compressed and has no body"),
    Example(outcome: .held.compressed(), message: "is compressed and has no body"),
    Example(outcome: .fault(.reset).compressed(), message: "is compressed and has no body"),
    Example(outcome: .redirect(to: "/a").compressed(), message: "is compressed and has no body"),
    Example(
      outcome: .data([1]).header("content-encoding", "gzip").compressed(),
      message: "is compressed and has a 'Content-Encoding' of its own; leave one of them out"),
    Example(outcome: .json([1]).compressed(), message: nil),
    Example(outcome: .sequence(.status(503), .default).compressed(), message: nil),
    Example(outcome: .default.compressed(), message: nil),
  ])
  func `is refused where it says nothing`(_ example: Example) {
    let problems = CatalogReportTests.problems(
      Catalog(
        RouteGroup("a") {
          Route("a.b", .get, "/b", default: .json([1])).variant("x", example.outcome)
        }))

    #expect(
      problems.map { $0.split(separator: "\n").first ?? "" }
        == (example.message.map { ["Variant 'x' of route 'a.b' \($0)."] } ?? []))
  }
}
