import ExampleRoutes
import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

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

  private func server(_ status: Int) throws -> MockServer {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    return try MockServer(
      catalog: Catalog(
        RouteGroup("r") {
          Route("r.old", .post, "/old", default: .redirect(to: "/new?x=1", status: status))
          Route("r.new", .any, "/new", query: ["x": 1], default: .json(["ok": true]))
        }), settings: settings)
  }

  /// Checks what came, and gives back the body that came to the place where the redirect leads.
  private static func check(_ example: Example, _ server: MockServer) throws -> String {
    let admin = try RawClient(port: server.port)
    let (first, second) = (
      try admin.get("/__admin/requests/1").text, try admin.get("/__admin/requests/2").text
    )
    #expect(try JSON(parsing: first)["request"]?["target"] == "/old")
    #expect(
      try JSON(parsing: first)["response"]?["headers"]?.arrayValue?.contains([
        "Location", "/new?x=1",
      ]) == true)
    let request = try JSON(parsing: second)["request"]
    #expect(request?["target"] == "/new?x=1")
    #expect(request?["method"]?.stringValue == example.method)
    return request?["text"]?.stringValue ?? ""
  }

  @Test(.bug(id: "R01"), arguments: examples)
  func `is followed by curl as its status says`(_ example: Example) throws {
    guard let curl = ClientProgram.curl else { return }
    let server = try server(example.status)

    let result = try ClientProgram.run(
      curl,
      [
        "--silent", "--show-error", "--location", "--data", #"{"a":1}"#,
        "http://127.0.0.1:\(server.port)/old",
      ])

    #expect(result.output == #"{"ok":true}"#)
    #expect(try Self.check(example, server) == example.body)
    server.stop()
  }

  @Test(.bug(id: "R01"), arguments: examples)
  func `is followed by URLSession as its status says`(_ example: Example) throws {
    let server = try server(example.status)

    let result = try ClientProgram.run(
      ClientProgram.probe, ["POST", "http://127.0.0.1:\(server.port)/old", #"{"a":1}"#])

    #expect(result.output == "200, 11 bytes")
    let body = try Self.check(example, server)
    // Foundation on Linux leaves the body out where it repeats a POST.
    withKnownIssue("the client has lost the body", isIntermittent: true) {
      #expect(body == example.body)
    }
    server.stop()
  }
}
