public import Understudy

/// Whether the daemon serves, and what.
public struct Health: Sendable, Hashable {
  /// The daemon's version.
  public var version: String
  /// How long it has served, in whole seconds.
  public var uptimeSeconds: Int
  /// How many routes it has.
  public var routes: Int
  /// How many changes there were.
  public var revision: Int
  /// Its base URL with TLS; nil where it speaks none.
  public var tlsURL: String?

  /// What keeps it from doing all that it was asked to, a sentence or two each.
  public var problems: [String]

  /// Health by its parts.
  public init(
    version: String, uptimeSeconds: Int, routes: Int, revision: Int, tlsURL: String? = nil,
    problems: [String] = []
  ) {
    self.version = version
    self.uptimeSeconds = uptimeSeconds
    self.routes = routes
    self.revision = revision
    self.tlsURL = tlsURL
    self.problems = problems
  }

  /// The object of an answer.
  public var json: JSON {
    var members: JSON.Object = [
      "status": "ok", "version": .string(version), "uptimeSeconds": .int(uptimeSeconds),
      "routes": .int(routes), "revision": .int(revision),
    ]
    if let tlsURL { members["tlsURL"] = .string(tlsURL) }
    members["problems"] = .array(problems.map { .string($0) })
    return .object(members)
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard json["status"]?.stringValue == "ok", let version = json["version"]?.stringValue,
      let uptime = json["uptimeSeconds"]?.intValue, let routes = json["routes"]?.intValue,
      let revision = json["revision"]?.intValue
    else { return nil }
    self.init(
      version: version, uptimeSeconds: uptime, routes: routes, revision: revision,
      tlsURL: json["tlsURL"]?.stringValue,
      problems: json["problems"]?.arrayValue?.compactMap(\.stringValue) ?? [])
  }
}
