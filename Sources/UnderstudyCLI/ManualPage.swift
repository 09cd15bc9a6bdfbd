import UnderstudyAPI
import UnderstudyServer

/// The manual page of section 1, made from the table of commands (roff, man(7)).
struct ManualPage {
  /// What the program is called.
  let program: String

  /// The lines of the page.
  var text: String {
    let upper = program.uppercased()
    var lines = [
      ".TH \(Self.quoted(upper)) 1 \(Version.date) \(Self.quoted("Understudy \(Version.current)")) "
        + Self.quoted("User Commands"),
      ".SH NAME",
      "\(Self.escaped(program)) \\- a local HTTP mock daemon",
      ".SH SYNOPSIS",
      ".B \(Self.escaped(program))",
      "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
      ".SH DESCRIPTION",
      "Stands in for a backend: routes in Swift, each with named variants that one call chooses.",
      "Without a command it serves.",
    ]
    for command in Command.allCases { lines += section(command) }
    lines += [".SH ENVIRONMENT", "The command line wins over the environment."]
    for setting in Self.twins { lines += entry(setting.name, setting.help) }
    lines += [".SH EXIT STATUS"]
    for status in ExitStatus.allCases { lines += entry("\(status.rawValue)", status.summary) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ command: Command) -> [String] {
    let summary = command.summary
    let usage =
      "\(program) \(command.rawValue)\(command.operands)"
      + (command.options.isEmpty ? "" : " [OPTIONS]")
    // One word of a heading, whatever is in it.
    var lines = [
      command == Command.allCases.first ? ".SH COMMANDS" : "",
      ".SS \(Self.quoted(usage))",
      Self.escaped(summary.prefix(1).uppercased() + summary.dropFirst() + "."),
    ]
    lines.removeAll(where: \.isEmpty)
    for note in command.notes {
      // Lines to type stand by themselves.
      lines += [".br", Self.escaped(note)]
    }
    for setting in command.options {
      let fallback = setting.defaultValue.map { " (default: \($0))" } ?? ""
      lines += entry(setting.usage, setting.help + fallback)
    }
    return lines
  }

  private func entry(_ name: String, _ text: String) -> [String] {
    [".TP", "\\fB\(Self.escaped(name))\\fR", Self.escaped(text)]
  }

  /// The variables of the environment, each with the option that it stands for.
  private static var twins: [(name: String, help: String)] {
    var found: [(name: String, help: String)] = []
    for setting in Command.allCases.flatMap(\.options) {
      guard let name = setting.environment else { continue }
      if let index = found.firstIndex(where: { $0.name == name }) {
        if !found[index].help.contains(setting.flag) { found[index].help += ", \(setting.flag)" }
      } else {
        found.append((name, setting.flag))
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  /// Text that roff takes as it is.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// An argument of a macro, blanks and all.
  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).map { $0 == "\"" ? "\\(dq" : String($0) }.joined() + "\""
  }
}
