import Understudy
import UnderstudyAPI

/// What is known of a daemon that was started in the background, and how to start it again.
struct DaemonRecord: Hashable, Sendable {
  /// The number of its process.
  var process: Int32
  /// The port of the mocks, by which it is known.
  var port: Int
  /// Where it serves; nil until it does.
  var urls: ServedURLs?
  /// When it was started, as ISO 8601.
  var startedAt: String
  /// Whether a service manager or a terminal watches it, rather than nobody.
  var isInForeground: Bool
  /// How it was started.
  var plan: DaemonPlan
  /// Where its log is.
  var log: String

  /// The base URL of the mocks, as far as it is known.
  var url: String { urls?.url ?? "http://localhost:\(port)" }

  /// The daemon in the words of a message: where it serves, who it is.
  var name: String { "The daemon at \(url)" }

  /// What an account of it says beyond its URL.
  var facts: String { "pid \(process), since \(startedAt), in '\(plan.folder)'" }

  /// That it has ended and nobody has said so.
  var obituary: String {
    "\(name) that was started at \(startedAt) (pid \(process)) has ended without a word; "
      + "its log: \(log)"
  }

  /// How commands reach it.
  var known: KnownDaemon {
    KnownDaemon(port: port, adminURL: urls?.adminURL ?? url, token: plan.token)
  }

  /// The object of its file.
  var json: JSON {
    var members: JSON.Object = [
      "version": 1, "pid": .int(process), "port": .int(port), "startedAt": .string(startedAt),
      "foreground": .bool(isInForeground), "log": .string(log),
      "program": .string(plan.program), "folder": .string(plan.folder),
      "arguments": .array(plan.arguments.map { .string($0) }),
      "environment": .object(
        JSON.Object(plan.variables.map { (key: $0.name, value: .string($0.value)) })),
    ]
    if let urls { members["serves"] = urls.json }
    return .object(members)
  }

  /// A record by its parts.
  init(
    process: Int32, port: Int, urls: ServedURLs? = nil, startedAt: String,
    isInForeground: Bool = false, plan: DaemonPlan, log: String
  ) {
    self.process = process
    self.port = port
    self.urls = urls
    self.startedAt = startedAt
    self.isInForeground = isInForeground
    self.plan = plan
    self.log = log
  }

  /// Reads the object; nil where it is none, or of another version.
  init?(json: JSON) {
    guard json["version"] == .int(1), let process = json["pid"]?.intValue,
      let process = Int32(exactly: process), let port = json["port"]?.intValue,
      let startedAt = json["startedAt"]?.stringValue, let log = json["log"]?.stringValue,
      let program = json["program"]?.stringValue, let folder = json["folder"]?.stringValue,
      let arguments = json["arguments"]?.arrayValue?.compactMap(\.stringValue),
      let environment = json["environment"]?.objectValue,
      let plan = DaemonPlan(
        program: program, folder: folder, arguments: arguments,
        environment: environment.compactMap { member in
          member.value.stringValue.map { (member.key, $0) }
        })
    else { return nil }
    self.init(
      process: process, port: port, urls: json["serves"].flatMap(ServedURLs.init(json:)),
      startedAt: startedAt, isInForeground: json["foreground"] == .bool(true), plan: plan, log: log)
  }
}
