import Understudy
import UnderstudyAPI

/// What may stand where a shell asks for a completion.
struct Completion {
  /// The word behind which the arguments to complete stand.
  ///
  /// It is no command of ``Command``: what comes behind it is half a command line, and what is wrong
  /// with it is nobody's business.
  static let word = "complete"

  /// What may stand there.
  var kind: ValueKind = .anything
  /// Whether an option is typed.
  var isOption = false
  /// The options that may stand there instead.
  var settings: [Setting] = []
  /// What stands before the part that is completed, such as `--log=`.
  var prefix = ""
  /// What there is of that part.
  var part: String
  /// The options that stand before, by their names.
  var options: [String: [String]] = [:]

  /// Finds the place that the last word has among those before it.
  ///
  /// - Parameter words: what follows the program's name, the last cut off where the cursor is.
  init(_ words: [String]) {
    part = words.last ?? ""
    var before = words.dropLast()[...]
    let first = before.first ?? part
    if first.hasPrefix("-") {
      place(part, behind: before, of: .serve)
    } else if before.popFirst() == nil {
      kind = .command
    } else if let command = Command(rawValue: first) {
      place(part, behind: before, of: command)
    }
    // Behind a word that is no command nobody knows what is right.
  }

  private mutating func place(
    _ last: String, behind words: ArraySlice<String>, of command: Command
  ) {
    func setting(_ flag: some StringProtocol) -> Setting? {
      command.options.first { $0.flag == flag }
    }
    var operands: [String] = []
    var awaited: Setting?
    var areAllOperands = false
    for word in words {
      if let setting = awaited {
        options[setting.name, default: []].append(word)
        awaited = nil
      } else if areAllOperands || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        areAllOperands = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let setting = setting(parts[0]) else { continue }
        if setting.argument == .none {
          options[setting.name] = [""]
        } else if parts.count > 1 {
          options[setting.name, default: []].append(String(parts[1]))
        } else {
          awaited = setting
        }
      }
    }
    if let awaited {
      kind = awaited.values
    } else if !areAllOperands, last.hasPrefix("-") {
      if let equals = last.firstIndex(of: "=") {
        prefix = String(last[...equals])
        part = String(last[last.index(after: equals)...])
        kind = setting(last[..<equals])?.values ?? .anything
      } else {
        isOption = true
        settings = command.options.filter { setting in
          if case .many = setting.argument { return true }
          return options[setting.name] == nil
        }
      }
    } else {
      let isShifted = command.selectors.contains { options[$0.name] != nil }
      kind = command.values(behind: operands, isShifted: isShifted) ?? .anything
    }
    splitList()
  }

  /// Leaves only the last of several values with commas between them.
  private mutating func splitList() {
    switch kind {
    case .list, .routeList: break
    default: return
    }
    guard let comma = part.lastIndex(of: ",") else { return }
    prefix += part[...comma]
    part = String(part[part.index(after: comma)...])
  }
}
