import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `completions SHELL`: prints what a shell reads to complete command lines.
  func completions(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let name = invocation.operands[0]
    guard let shell = CompletionScript.Shell(rawValue: name) else {
      let names = CompletionScript.Shell.names
      throw CommandFailure(
        .usage,
        "There are completions for 'bash', 'zsh' and 'fish', not for '\(name)'."
          + Spelling.suggestion(for: name, among: names))
    }
    console.output(CompletionScript(program: program).text(for: shell))
    return .ok
  }

  /// `man`: prints the manual page.
  func manual() -> ExitStatus {
    console.output(ManualPage(program: program).text)
    return .ok
  }
}
