import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `session`, `session new` and `session end ID`.
  func session(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let word = invocation.operands.first
    try options.check(
      form: word.map { "session \($0)" } ?? "session",
      [Setting.sessionName, .ttl, .scenario, .ownPort, .idOnly, .urlOnly].map {
        ($0, ["session new"])
      }
        + [(.json, ["session", "session new"])])
    switch word {
    case nil: return try listSessions(invocation)
    case "new"?: return try beginSession(invocation)
    case "end"?: return try endSession(invocation)
    case let word?:
      throw CommandFailure(
        .usage,
        "'session' takes 'new' or 'end', not '\(word)'."
          + Spelling.suggestion(for: word, among: ["new", "end"]))
    }
  }

  private func listSessions(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let daemon = try daemon(invocation)
    let answer = try daemon.call("GET", AdminPath.sessions)
    let sessions = try daemon.list("sessions", in: answer, SessionDescription.init(json:))
    if try options(of: invocation).isOn(.json) {
      console.print(answer)
      return .ok
    }
    var table = Table("ID", "NAME", "SCENARIO", "REQUESTS", "HELD", "EXPIRES")
    for session in sessions {
      table.add([
        session.id, session.name ?? "-", session.scenario ?? "-", "\(session.requests)",
        "\(session.held)", session.expiresAt,
      ])
    }
    console.output(table.text(for: console))
    return .ok
  }

  private func beginSession(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    if invocation.operands.count > 1 {
      throw CommandFailure(
        .usage, "Unexpected argument '\(invocation.operands[1])'.",
        hint: "name the session with '\(Setting.sessionName.flag)'")
    }
    let options = options(of: invocation)
    let forms = [Setting.json, .idOnly, .urlOnly].filter { invocation.options[$0.name] != nil }
    if forms.count > 1 {
      throw CommandFailure(
        .usage,
        "Options '\(forms[0].flag)' and '\(forms[1].flag)' exclude each other: give one.")
    }
    let time = try options.duration(.ttl, days: 7)
    let request = SessionRequest(
      name: options.value(.sessionName)?.text,
      ttlSeconds: time.map { $0 / .seconds(1) } ?? SessionRequest.defaultTTL,
      scenario: options.value(.scenario)?.text, wantsPort: try options.isOn(.ownPort))
    let daemon = try daemon(invocation)
    let answer = try daemon.call("POST", AdminPath.sessions, request.json)
    guard let session = SessionDescription(json: answer) else {
      throw daemon.stranger("other JSON")
    }
    if try options.isOn(.idOnly) {
      console.output("\(session.id)\n")
    } else if try options.isOn(.urlOnly) {
      console.output("\(session.urls.port ?? session.urls.prefix)\n")
    } else if try options.isOn(.json) {
      console.print(answer)
    } else {
      console.output(Self.text(of: session))
    }
    return .ok
  }

  private func endSession(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    guard let name = invocation.operands.dropFirst().first else {
      throw CommandFailure(.usage, "'session end' needs the id or the name of a session.")
    }
    _ = try daemon(invocation).call("DELETE", AdminPath.session(name.percentEncoded))
    console.output("Session '\(name)' has ended.\n")
    return .ok
  }

  private static func text(of session: SessionDescription) -> String {
    var lines = ["session \(session.id)"]
    if let name = session.name { lines.append("  name     \(name)") }
    lines += [
      "  expires  \(session.expiresAt)", "  prefix   \(session.urls.prefix)",
      "  host     \(session.urls.host)",
    ]
    if let port = session.urls.port { lines.append("  port     \(port)") }
    if let url = session.urls.tlsPort ?? session.urls.tlsPrefix, url != session.urls.port {
      lines.append("  https    \(url)")
    }
    lines.append("  header   \(HeaderName.session): \(session.id)")
    return lines.joined(separator: "\n") + "\n"
  }
}
