import UnderstudyAPI
import UnderstudyServer

/// How a daemon is started: with which program, where, and what was said on the command line and in the
/// environment.
struct DaemonPlan: Hashable, Sendable {
  /// The file of the program.
  var program: String
  /// The folder in which it works, to which relative paths belong.
  var folder: String
  /// The options of `serve`, by their names, as they were typed.
  var options: [String: [String]]
  /// The twins of options in the environment.
  var environment: [String: String]

  /// A plan by its parts.
  init(
    program: String, folder: String, options: [String: [String]], environment: [String: String]
  ) {
    self.program = program
    self.folder = folder
    self.options = options
    self.environment = environment
  }

  /// A plan as it stands on record; nil where its arguments are none of `serve`.
  init?(
    program: String, folder: String, arguments: [String], environment: [(String, String)]
  ) {
    guard let invocation = try? Invocation(["serve"] + arguments, program: program) else {
      return nil
    }
    self.init(
      program: program, folder: folder, options: invocation.options,
      environment: Dictionary(environment) { $1 })
  }

  /// The variables of the environment that are twins of options, where they are set.
  static func twins(_ environment: (String) -> String?) -> [String: String] {
    var twins: [String: String] = [:]
    for name in twinNames { twins[name] = environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    return twins
  }

  /// The names of all twins.
  static let twinNames = Setting.serve.compactMap(\.environment)

  /// What the options come to.
  var values: OptionValues {
    OptionValues(options, environment: { [environment] in environment[$0] })
  }

  /// The options as a command line, in the order of their table.
  var arguments: [String] {
    Setting.background.flatMap { setting in
      (options[setting.name] ?? []).flatMap { text in
        if case .none = setting.argument { return [setting.flag] }
        // What begins with a dash would be taken for an option.
        let isPlain = !text.isEmpty && !text.hasPrefix("-")
        return isPlain ? [setting.flag, text] : ["\(setting.flag)=\(text)"]
      }
    }
  }

  /// The twins in the order of their names.
  var variables: [(name: String, value: String)] {
    environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// What its admin API asks for; nil where it asks for nothing.
  var token: String? { values.value(.adminToken)?.text }

  /// A path as any folder sees it.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

  /// The same with paths that lead to the same files from any folder.
  var rooted: DaemonPlan {
    var plan = self
    for setting in Setting.background where [.file, .folder].contains(setting.values) {
      plan.options[setting.name] = options[setting.name]?.map(fromAnywhere)
      guard let name = setting.environment, let text = environment[name] else { continue }
      if case .many = setting.argument {
        plan.environment[name] = text.split(separator: ",").map { fromAnywhere(String($0)) }
          .joined(separator: ",")
      } else {
        plan.environment[name] = fromAnywhere(text)
      }
    }
    return plan
  }

  private func fromAnywhere(_ path: String) -> String { path.isEmpty ? path : absolute(path) }

  /// The same with options and twins that take the place of those that it has.
  func replacing(
    _ options: [String: [String]], _ environment: [String: String]
  ) -> DaemonPlan {
    var plan = self
    plan.options.merge(options) { $1 }
    plan.environment.merge(environment) { $1 }
    return plan
  }
}
