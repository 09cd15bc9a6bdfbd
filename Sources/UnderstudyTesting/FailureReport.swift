import Understudy
import UnderstudyAPI
import UnderstudyClient

/// What somebody wants to see of a session whose test has failed: misses, journal and choices.
struct FailureReport: Sendable {
  /// The misses in words; nil where there was none.
  let misses: String?
  /// Every request, a line each.
  let requests: String
  /// What is chosen, as JSON.
  let choices: String

  /// How many requests are listed: the newest.
  private static let shown = 1000

  /// Asks a session.
  init(of session: MockSession) async throws {
    misses = try await MissReport(of: session).map { "\($0)" }
    let requests = try await session.requests(limit: Self.shown)
    self.requests =
      requests.isEmpty
      ? "no requests"
      : requests.map { $0.line + ($0.detail.map { "; \($0)" } ?? "") }.joined(separator: "\n")
    choices = String(decoding: try await session.choices().bytes(pretty: true), as: UTF8.self)
  }

  /// Its parts by the names of their files.
  var files: [(name: String, text: String)] {
    (misses.map { [("misses.txt", $0)] } ?? []) + [
      ("requests.txt", requests), ("choices.json", choices),
    ]
  }

  /// All of it on a terminal.
  var text: String {
    files.map { "--- \($0.name)\n\($0.text)" }.joined(separator: "\n")
  }
}
