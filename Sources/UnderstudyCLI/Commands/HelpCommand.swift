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
    let width = Command.allCases.map(\.rawValue.count).max().map { $0 + 2 } ?? 0
    let commands = Command.allCases.map { Self.line($0.rawValue, $0.summary, width: width) }
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
    let width = command.options.map(\.usage.count).max().map { $0 + 2 } ?? 0
    for setting in command.options {
      let fallback = setting.defaultValue.map { " (default: \($0))" } ?? ""
      lines.append(Self.line(setting.usage, setting.help + fallback, width: width))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A name and what it means, in columns; a text that is too long goes on below itself.
  private static func line(_ name: String, _ text: String, width: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if 2 + width + last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    let gap = "\n" + String(repeating: " ", count: 2 + width)
    return "  \(name)\(String(repeating: " ", count: max(1, width - name.count)))"
      + lines.joined(separator: gap)
  }

  /// How wide help is at most.
  private static let columns = 100
}
