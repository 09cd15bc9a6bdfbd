import UnderstudyAPI

extension CommandRunner {
  /// `help [COMMAND]`.
  func help(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    guard let name = invocation.operands.first else {
      console.output(overview)
      return .ok
    }
    return try help(Invocation.command(name, program: program))
  }

  /// `help COMMAND`, `COMMAND --help`, and `--help` alone.
  func help(_ command: Command) throws(CommandFailure) -> ExitStatus {
    console.output(text(of: command))
    return .ok
  }

  /// `version`.
  func version() -> ExitStatus {
    console.output("\(program) \(Version.current)\n")
    return .ok
  }

  private var overview: String {
    let commands = Command.allCases.map { Self.line($0.rawValue, $0.summary, width: 10) }
    return """
      \(program) \(Version.current) stands in for a backend: routes in Swift, variants by one call.

      usage: \(program) [COMMAND] [OPTIONS]

      \(commands.joined(separator: "\n"))

      '\(program) help COMMAND' explains a command and its options.

      """
  }

  private func text(of command: Command) -> String {
    var lines = ["usage: \(program) \(command.rawValue)\(command.operands)"]
    if !command.options.isEmpty { lines[0] += " [OPTIONS]" }
    let summary = command.summary
    lines += ["", summary.prefix(1).uppercased() + summary.dropFirst() + "."]
    if !command.notes.isEmpty { lines += [""] + command.notes }
    if !command.options.isEmpty { lines.append("") }
    lines += command.options.map { setting in
      let fallback = setting.defaultValue.map { " (default: \($0))" } ?? ""
      return Self.line(setting.usage, setting.help + fallback, width: 22)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ name: String, _ text: String, width: Int) -> String {
    "  \(name)\(String(repeating: " ", count: max(1, width - name.count)))\(text)"
  }
}
