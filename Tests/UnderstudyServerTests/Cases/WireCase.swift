import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// A request of a case from a bug report, byte for byte, with what has to become of it.
struct WireCase: Sendable, CustomTestStringConvertible {
  /// The case, as reports name it: `Q07`.
  var id: String
  /// Method and target.
  var line: String
  var headers: [String]
  var body: [UInt8]
  /// The route that answers, without its group.
  var route: String
  /// One line for each difference of the nearest route; none where a route takes the request.
  var differences: [String]
  /// The pairs of the query as the journal shows them; not looked at where nil.
  var query: JSON?
  var testDescription: String {
    "\(id): \(line.prefix(80)) \(differences.isEmpty ? "fits" : "differs")"
  }

  /// - Parameters:
  ///   - id: the case; its route is `c.` and the case in small letters.
  ///   - line: method and target.
  ///   - headers: the header lines, after `Host` and before `Content-Length`.
  ///   - body: the body.
  ///   - route: the route where another answers.
  ///   - query: the pairs of the query in the journal.
  ///   - differences: the differences; a request that has some is a miss.
  init(
    _ id: String, _ line: String, _ headers: [String] = [], body: [UInt8] = [],
    by route: String? = nil, query: JSON? = nil, differs differences: [String] = []
  ) {
    (self.id, self.line, self.headers, self.body) = (id, line, headers, body)
    self.route = route ?? id.lowercased()
    (self.query, self.differences) = (query, differences)
  }

  init(
    _ id: String, _ line: String, _ headers: [String] = [], text: String,
    by route: String? = nil, differs differences: [String] = []
  ) {
    self.init(id, line, headers, body: Array(text.utf8), by: route, differs: differences)
  }

  /// Sends the request: what answers, what a miss says, and that the journal has it as it came.
  func check(_ catalog: Catalog) throws {
    let server = try TestServer(catalog)
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    var lines = ["Host: h"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
    let head = (["\(line) HTTP/1.1"] + lines).map { "\($0)\r\n" }.joined()

    try server.client.send(Array("\(head)\r\n".utf8) + body)
    let reply = try server.client.readReply()
    let entry = try server.admin("GET", "/requests/1").json
    let request = entry?["request"]

    #expect(reply.status == (differences.isEmpty ? 200 : 404), "\(reply.text)")
    #expect(
      reply.value(of: "Understudy-Route") == (differences.isEmpty ? "c.\(route)" : nil))
    #expect(reply.differences == differences)
    #expect(entry?["matched"] == .bool(differences.isEmpty))
    #expect(request?["method"]?.stringValue == words[0])
    #expect(request?["target"]?.stringValue == words[1])
    #expect(request?["headers"] == .array(lines.map(Self.pair)))
    if let query { #expect(request?["query"] == query) }
    #expect(request?["bodyLength"]?.intValue == body.count)
    if let text = request?["text"]?.stringValue {
      #expect(Array(text.utf8) == body)
    } else if !body.isEmpty {
      #expect(request?["base64"] == BodyRule.bytes(body).json["bytes"])
    }
    // The connection and the daemon are none the worse.
    #expect(try server.client.get("/__admin/health").status == 200)
  }

  private static func pair(_ line: String) -> JSON {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return [.string(String(parts[0])), .string(String(parts[1].drop { $0 == " " }))]
  }
}

extension RawReply {
  /// What the nearest route has against the request, each in one line.
  var differences: [String] {
    (json?["nearest"]?[0]?["differences"]?.arrayValue ?? []).map { difference in
      func text(_ field: String, _ none: String) -> String {
        difference[field]?.stringValue ?? none
      }
      return "\(text("part", "-")) \(text("name", "-")): "
        + "\(text("expected", "nil")) <> \(text("actual", "nil"))"
    }
  }
}
