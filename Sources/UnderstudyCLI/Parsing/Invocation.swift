import Understudy
import UnderstudyAPI

/// A command line, taken apart.
struct Invocation: Hashable {
  /// The command; `serve` where none is named.
  var command: Command
  /// The texts that each option was given, by its name; empty texts for options without a value.
  var options: [String: [String]] = [:]
  /// What is neither the command nor an option.
  var operands: [String] = []
  /// Whether `--help` stood anywhere.
  var asksForHelp = false

  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: ``CommandFailure`` with the status 64.
  init(_ arguments: [String], program: String) throws(CommandFailure) {
    var rest = arguments[...]
    command = .serve
    if let first = rest.first, !first.hasPrefix("-") {
      command = try Self.command(first, program: program)
      rest = rest.dropFirst()
    } else if rest.first == "--version" {
      command = .version
      rest = rest.dropFirst()
    }
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      } else if argument == "--help" || argument == "-h" {
        asksForHelp = true
      } else if argument.hasPrefix("-"), argument != "-" {
        try readOption(argument, &rest, program: program)
      } else {
        operands.append(argument)
      }
    }
    if !asksForHelp { try checkOperands(program: program) }
  }

  /// Finds a command by its name.
  static func command(_ name: String, program: String) throws(CommandFailure) -> Command {
    if let command = Command(rawValue: name) { return command }
    throw CommandFailure(
      .usage,
      "Unknown command '\(name)'."
        + Spelling.suggestion(for: name, among: Command.allCases.map(\.rawValue)),
      hint: "'\(program) help' lists the commands")
  }

  private mutating func readOption(
    _ argument: String, _ rest: inout ArraySlice<String>, program: String
  ) throws(CommandFailure) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let flag = String(parts[0])
    guard let setting = command.options.first(where: { $0.flag == flag || $0.short == flag })
    else {
      throw unknownOption(flag, program: program)
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    switch setting.argument {
    case .none:
      guard attached == nil else {
        throw CommandFailure(.usage, "Option '\(flag)' takes no value.")
      }
      options[setting.name] = [""]
    case .one, .many:
      // A value may begin with a dash, but what looks like an option is a forgotten value.
      let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      if attached == nil, next != nil { rest.removeFirst() }
      guard let value = attached ?? next else {
        throw CommandFailure(.usage, "Option '\(flag)' needs a value: \(setting.usage)")
      }
      if case .one = setting.argument, options[setting.name] != nil {
        throw CommandFailure(.usage, "Option '\(flag)' is given twice.")
      }
      options[setting.name, default: []].append(value)
    }
  }

  private func unknownOption(_ flag: String, program: String) -> CommandFailure {
    let own = command.options.map(\.flag)
    let owners = Command.allCases.filter { $0.options.contains { $0.flag == flag } }
    if !owners.isEmpty {
      let names = owners.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return CommandFailure(
        .usage, "Option '\(flag)' does not go with '\(command.rawValue)', but with \(names).",
        hint: "'\(program) help \(command.rawValue)' lists its options")
    }
    let suggestion = Spelling.suggestion(for: flag, among: own)
    return CommandFailure(
      .usage, "Unknown option '\(flag)'.\(suggestion)",
      hint: suggestion.isEmpty ? "'\(program) help \(command.rawValue)' lists its options" : nil)
  }

  private func checkOperands(program: String) throws(CommandFailure) {
    let hint = "usage: \(program) \(command.rawValue)\(command.operands)"
    var count = command.operandCount
    let selectors = command.selectors.filter { options[$0.name] != nil }
    if selectors.count > 1 {
      throw CommandFailure(
        .usage,
        "Options '\(selectors[0].flag)' and '\(selectors[1].flag)' exclude each other: give one.",
        hint: hint)
    }
    if !selectors.isEmpty { count = max(0, count.lowerBound - 1)...(count.upperBound - 1) }
    if operands.count > count.upperBound {
      throw CommandFailure(
        .usage, "Unexpected argument '\(operands[count.upperBound])'.", hint: hint)
    }
    if operands.count < count.lowerBound {
      let needsVariant = command == .activate && operands.count == count.lowerBound - 1
      throw CommandFailure(
        .usage,
        needsVariant
          ? "'\(command.rawValue)' needs a variant."
          : "'\(command.rawValue)' needs \(command.subject).", hint: hint)
    }
  }
}
