import Understudy
import UnderstudyAPI

/// What `status` tells of one daemon.
struct DaemonAccount {
  /// The base URL of the admin API that was asked.
  var url: String
  /// What it says about itself; nil where it does not answer.
  var health: Health?
  /// What is on record of it; nil where it was not started in the background.
  var record: DaemonRecord?

  /// For people.
  var text: String {
    var lines: [String] = []
    if let health {
      lines += [
        "Understudy \(health.version) serves \(health.routes) routes at \(record?.url ?? url)",
        "  up        \(health.uptimeSeconds) s", "  revision  \(health.revision)",
      ]
      if let url = health.tlsURL { lines.append("  https     \(url)") }
      lines += health.problems.map { "  problem   \($0)" }
    } else {
      lines.append("Understudy does not answer at \(url)")
    }
    if let record {
      lines += [
        "  pid       \(record.process)", "  folder    \(record.plan.folder)",
        "  log       \(record.log)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For programs.
  var json: JSON {
    var members: JSON.Object = [
      "url": .string(record?.url ?? url), "adminURL": .string(url), "health": health?.json ?? .null,
    ]
    if let record {
      members["pid"] = .int(record.process)
      members["port"] = .int(record.port)
      members["startedAt"] = .string(record.startedAt)
      members["foreground"] = .bool(record.isInForeground)
      members["folder"] = .string(record.plan.folder)
      members["log"] = .string(record.log)
    }
    return .object(members)
  }
}
