import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `reset [--only PART,...]`.
  func reset(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let value = options(of: invocation).value(.only)
    let parts = try value.map(Self.parts) ?? ResetRequest.everything
    _ = try daemon(invocation).call("POST", AdminPath.reset, ResetRequest(only: parts).json)
    console.output(
      value == nil
        ? "Everything is back to the start.\n"
        : "Back to the start: \(parts.map(\.rawValue).joined(separator: ", ")).\n")
    return .ok
  }

  private static func parts(
    _ value: OptionValues.Value
  ) throws(CommandFailure) -> [ResetRequest.Part] {
    let known = ResetRequest.Part.allCases.map(\.rawValue)
    var parts: [ResetRequest.Part] = []
    for name in value.text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = ResetRequest.Part(rawValue: String(name)) else {
        throw CommandFailure(
          value.status,
          "\(value.origin) has '\(name)', which is no part."
            + Spelling.suggestion(for: String(name), among: known),
          hint: "parts are \(known.joined(separator: ", "))")
      }
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }
}
