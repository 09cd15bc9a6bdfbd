import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

@testable import UnderstudyTesting

@Suite("What is told of a test that has failed", .mocked(Shop.catalog))
struct MissReportTests {
  let session: MockSession

  init() throws {
    session = try MockSession.current
  }

  private func get(_ path: String) async throws {
    let url = try #require(URL(string: session.baseURL.absoluteString + path))
    _ = try await URLSessionTransport().answer(to: TransportRequest("GET", url))
  }

  @Test func `is nothing of misses where there is none`() async throws {
    try await get("/users")

    #expect(try await MissReport(of: session) == nil)
    try await session.assertNoMisses()
    try await assertNoMisses()
  }

  @Test func `is each miss with the route that was nearest`() async throws {
    try await get("/items?page=2")
    try await get("/user")
    let seqs = try await session.requests(isMatched: false).map(\.seq)
    try #require(seqs.count == 2)

    let report = try await MissReport(of: session)

    #expect(
      report?.description == """
        2 requests met no route.
          no. \(seqs[0]) GET /items?page=2: 404, completed
            nearest  items.list, GET /items
                     query 'page' is '2', expected 1
          no. \(seqs[1]) GET /user: 404, completed
            nearest  users.list, GET /users
                     path is '/user', expected /users
                     'user' may be meant to be 'users'.
        """)
  }

  @Test func `fails an assertion, where that is called`() async throws {
    try await get("/user")

    try await withKnownIssue {
      try await session.assertNoMisses()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("1 request met no route.\n  no. ") }
        && issue.sourceLocation?.fileName == "MissReportTests.swift"
    }
    await withKnownIssue { try await assertNoMisses() }
  }

  @Test func `is the journal, and what was chosen`() async throws {
    try await session.activate(.empty, for: "users.list")
    try await get("/users")
    try await get("/user")

    let report = try await FailureReport(of: session)

    #expect(report.files.map(\.name) == ["misses.txt", "requests.txt", "choices.json"])
    let lines = report.requests.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(" GET /users: 200, users.list 'empty', completed") == true)
    #expect(try JSON(parsing: report.choices)["overrides"]?[0]?["variant"] == "empty")
  }

  @Test func `says so where there were no requests`() async throws {
    let report = try await FailureReport(of: session)

    #expect(report.requests == "no requests")
    #expect(report.misses == nil)
    #expect(report.files.count == 2)
  }
}
