import Platform
import UnderstudyAPI
import UnderstudyEngine

/// What is wrong with a state file, or with what it says.
enum StateProblem: Error, Sendable {
  /// It is there and cannot be read: a daemon that went on would write over it.
  case unreadable(String, SystemError)
  /// It cannot be written, from the start on.
  case unwritable(String, SystemError)
  /// It is something else, for this reason.
  case broken(String, reason: String)
  /// Something that it names cannot be chosen any more.
  case gone(String, SwitchProblem)
  /// It could not be written after a change.
  case notWritten(String, SystemError)
  /// It could not be written until the daemon stopped.
  case lost(String, SystemError)
  /// The override for a name does what only code can say.
  case leftOut(String, name: String)
}

extension StateProblem {
  /// What is wrong, and what to do.
  var message: String {
    switch self {
    case .unreadable(let path, let error): "State file '\(path)' cannot be read: \(error)."
    case .unwritable(let path, let error): "State file '\(path)' cannot be written: \(error)."
    case .broken(let path, let reason):
      "State file '\(path)' is broken. \(reason) It is left alone, and state is not kept: mend or "
        + "remove it, and start again."
    case .gone(let path, let problem):
      "State file '\(path)': \(Problem(problem).detail) That choice is not in force; it stays in the "
        + "file until another takes its place or all are taken back."
    case .notWritten(let path, let error):
      "State file '\(path)' cannot be written: \(error). The daemon goes on, and tries again each "
        + "second: see to the folder, or to the space on its disk."
    case .lost(let path, let error):
      "State file '\(path)' could not be written: \(error). It says what was chosen before that; later "
        + "choices are lost."
    case .leftOut(let path, let name):
      "State file '\(path)' lacks the choice for '\(name)': its outcome is code, which cannot be "
        + "written."
    }
  }
}
