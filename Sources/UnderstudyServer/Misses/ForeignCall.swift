/// A call of another tool's admin API, and what does the same here.
///
/// Habits outlive the tool: who sends `POST /__admin/mappings` is told, instead of left with a bare
/// 404.
struct ForeignCall: Sendable {
  /// The tool that has the call.
  let tool: String
  /// The method of the call; nil is any.
  let method: String?
  /// The path of the call; what lies below it counts too.
  let path: String
  /// What does the same here.
  let advice: String

  /// A call as it would be written: `GET /mocks`, or `/mocks` for any method.
  private init(_ tool: String, _ call: String, _ advice: String) {
    let words = call.split(separator: " ")
    self.tool = tool
    method = words.count > 1 ? words.first.map(String.init) : nil
    path = words.last.map(String.init) ?? ""
    self.advice = advice
  }

  /// What to say about it.
  var sentence: String { "\(tool) has such a call; here \(advice)." }

  /// The call that a request looks like; nil where it looks like none.
  static func find(_ method: String, _ path: String) -> ForeignCall? {
    // Most paths end at this question.
    guard beginnings.contains(where: { path.utf8.starts(with: $0.utf8) }) else { return nil }
    return all.first { call in
      (call.method ?? method) == method && path.utf8.starts(with: call.path.utf8)
        && (path.utf8.count == call.path.utf8.count
          || path.utf8.dropFirst(call.path.utf8.count).first == UInt8(ascii: "/"))
    }
  }

  private static let flip =
    "a route is Swift code, and PUT /__admin/routes/{id}/variant gives it another outcome"
  private static let list = "GET /__admin/routes lists the routes"
  private static let many = "PATCH /__admin/variants chooses for many routes in one step"
  private static let clear = "DELETE /__admin/variants takes every choice back"
  private static let reset = "POST /__admin/reset puts everything back to the start"
  private static let verify = "POST /__admin/verifications counts requests and waits for them"
  private static let journal = "GET /__admin/requests lists what came"
  private static let unmatched = "GET /__admin/requests?matched=false lists what no route took"
  private static let health = "GET /__admin/health tells whether the daemon serves"

  private static let beginnings: [String] = [
    "/__admin", "/api/mock", "/mockserver", "/__mockserver", "/imposters", "/mocks", "/history",
    "/sessions", "/api/v2/",
  ]

  /// The calls of each tool, the closer one first.
  private static let all: [ForeignCall] =
    calls("WireMock", wireMock) + calls("mocks-server", mocksServer)
    + calls("mountebank", mountebank) + calls("smocker", smocker) + calls("Hoverfly", hoverfly)
    + calls("MockServer", mockServer("/mockserver") + mockServer("/__mockserver"))

  private static func calls(_ tool: String, _ calls: [(String, String)]) -> [ForeignCall] {
    calls.map { ForeignCall(tool, $0, $1) }
  }

  private static let wireMock = [
    ("GET /__admin/mappings", list), ("DELETE /__admin/mappings", clear),
    ("/__admin/mappings/reset", reset), ("/__admin/mappings", flip),
    ("/__admin/scenarios/reset", reset), ("/__admin/scenarios", many),
    ("/__admin/requests/unmatched", unmatched),
    ("/__admin/requests/remove", "DELETE /__admin/requests forgets all"),
    ("/__admin/requests", verify), ("/__admin/near-misses", unmatched),
    ("/__admin/settings", "PUT /__admin/network delays all answers"),
    ("/__admin/shutdown", "SIGTERM stops the daemon"),
    ("/__admin/files", "fixtures are files, read anew when they are saved"),
    ("/__admin/recordings", "routes are written in Swift, and nothing records them"),
  ]

  private static let mocksServer = [
    ("DELETE /api/mock/custom-route-variants", clear),
    (
      "/api/mock/custom-route-variants", "PUT /__admin/routes/{id}/variant chooses a variant"
    ),
    ("/api/mock/collections", many),
    ("/api/mock", "GET /__admin/routes lists routes and variants"),
  ]

  private static let mountebank = [
    ("GET /imposters", list), ("DELETE /imposters", clear), ("/imposters", flip),
  ]

  private static let smocker = [
    ("GET /mocks", list), ("/mocks", flip), ("/history", journal), ("/sessions/verify", verify),
    ("/sessions", reset),
  ]

  private static let hoverfly = [
    ("GET /api/v2/simulation", list), ("/api/v2/simulation", flip), ("/api/v2/journal", journal),
  ]

  private static func mockServer(_ root: String) -> [(String, String)] {
    [
      ("\(root)/expectation", flip), ("\(root)/verify", verify),
      ("\(root)/verifySequence", verify), ("\(root)/retrieve", journal),
      ("\(root)/clear", clear), ("\(root)/reset", reset), ("\(root)/status", health),
      (root, "the admin API is under /__admin"),
    ]
  }
}
