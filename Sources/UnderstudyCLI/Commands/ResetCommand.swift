import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `reset [--only PART,...]`.
  func reset(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let value = options(of: invocation).value(.only)
    let parts =
      try value.map { value throws(CommandFailure) -> [ResetRequest.Part] in
        try value.parts()
      } ?? ResetRequest.everything
    _ = try daemon(invocation).call("POST", AdminPath.reset, ResetRequest(only: parts).json)
    console.output(
      value == nil
        ? "Everything is back to the start.\n"
        : "Back to the start: \(parts.map(\.rawValue).joined(separator: ", ")).\n")
    return .ok
  }
}
