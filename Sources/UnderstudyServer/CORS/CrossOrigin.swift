import MicroHTTPD
import Understudy

/// What lets a page of another origin read an answer (Fetch, 3.3).
///
/// Every answer gets it, errors and misses too: what a script cannot read shows up in its browser
/// as a failure of the network.
struct CrossOrigin: Sendable {
  private let origin: String

  /// Nil where a request does not come from a page.
  init?(_ head: HeadLines) {
    guard let origin = head.first("Origin") else { return nil }
    self.origin = String(decoding: origin, as: UTF8.self)
  }

  /// The reply with the lines for the origin; one whose author wrote such lines stays as it is.
  func dress(_ reply: Reply) -> Reply {
    let lines = fields(beside: reply.fields)
    return lines.isEmpty ? reply : reply.adding(lines)
  }

  /// The lines that an answer with these lines gets.
  func fields(beside own: [Field]) -> [Field] {
    guard !own.contains(where: { $0.isNamed("Access-Control-Allow-Origin") }) else { return [] }
    var fields = [
      Field("Access-Control-Allow-Origin", origin),
      Field("Access-Control-Allow-Credentials", "true"),
    ]
    let exposed = Self.exposed(own)
    // With credentials `*` would be a name like any other (Fetch, 3.3.6).
    if !exposed.isEmpty {
      fields.append(
        Field("Access-Control-Expose-Headers", exposed.joined(separator: ", ")))
    }
    if !own.contains(where: { $0.isNamed("Vary") && Self.namesOrigin($0.value) }) {
      fields.append(Field("Vary", "Origin"))
    }
    // An origin that cannot be echoed is none of a browser's.
    return fields.allSatisfy(\.isLegal) ? fields : []
  }

  /// The names that a script could not read otherwise, each once.
  private static func exposed(_ fields: [Field]) -> [String] {
    var names: [String] = []
    for field in fields
    where !safelisted.contains(where: field.isNamed) && !names.contains(where: field.isNamed) {
      names.append(field.name)
    }
    return names
  }

  /// Readable without being named (Fetch, 2.2.2), never readable, or about reading itself.
  private static let safelisted = [
    "Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires",
    "Last-Modified", "Pragma", "Set-Cookie", "Set-Cookie2", "Vary",
    "Access-Control-Allow-Methods", "Access-Control-Allow-Headers", "Access-Control-Max-Age",
    "Access-Control-Allow-Private-Network", "Access-Control-Allow-Credentials",
    "Access-Control-Expose-Headers",
  ]

  private static func namesOrigin(_ value: String) -> Bool {
    value.split(separator: ",").contains { part in
      let name = part.filter { $0 != " " }
      return name == "*" || Header(name, "").isNamed("Origin")
    }
  }
}
