import ExampleRoutes
import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

/// Clients turn a POST into a GET on some redirects, and must not on others; the journal shows what
/// really came.
@Suite("A redirect of a POST")
struct RedirectTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var status: Int
    /// What comes to the place where it leads.
    var method: String
    var body: String
    var testDescription: String { "\(status)" }
  }

  static let examples = [
    Example(status: 301, method: "GET", body: ""), Example(status: 302, method: "GET", body: ""),
    Example(status: 303, method: "GET", body: ""),
    Example(status: 307, method: "POST", body: #"{"a":1}"#),
    Example(status: 308, method: "POST", body: #"{"a":1}"#),
  ]

  private func daemon(_ status: Int) async throws -> MockDaemon {
    try await MockDaemon.start(
      Catalog(
        RouteGroup("r") {
          Route("r.old", .post, "/old", default: .redirect(to: "/new?x=1", status: status))
          Route("r.new", .any, "/new", query: ["x": 1], default: .json(["ok": true]))
        }))
  }

  /// Checks what came, and gives back the body that came to the place where the redirect leads.
  private static func check(_ example: Example, _ daemon: MockDaemon) async throws -> String {
    let first = try await daemon.client.request(1)
    #expect(first.summary.target == "/old")
    #expect(first.response?.header("Location") == "/new?x=1")
    let second = try await daemon.client.request(2)
    #expect(second.summary.target == "/new?x=1")
    #expect(second.summary.method == example.method)
    return second.request.text ?? ""
  }

  @Test(.bug(id: "R01"), arguments: examples)
  func `is followed by curl as its status says`(_ example: Example) async throws {
    guard let curl = ClientProgram.curl else { return }
    let daemon = try await daemon(example.status)

    let result = try ClientProgram.run(
      curl,
      [
        "--silent", "--show-error", "--location", "--data", #"{"a":1}"#,
        "\(daemon.url)/old",
      ])

    #expect(result.output == #"{"ok":true}"#)
    #expect(try await Self.check(example, daemon) == example.body)
    daemon.stop()
  }

  @Test(.bug(id: "R01"), arguments: examples)
  func `is followed by URLSession as its status says`(_ example: Example) async throws {
    let daemon = try await daemon(example.status)

    let result = try ClientProgram.run(
      ClientProgram.probe, ["POST", "\(daemon.url)/old", #"{"a":1}"#])

    #expect(result.output == "200, 11 bytes")
    let body = try await Self.check(example, daemon)
    // Foundation on Linux leaves the body out where it repeats a POST.
    withKnownIssue("the client has lost the body", isIntermittent: true) {
      #expect(body == example.body)
    }
    daemon.stop()
  }
}
