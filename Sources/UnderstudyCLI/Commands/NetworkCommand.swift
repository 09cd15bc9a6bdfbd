import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `network [PRESET]`.
  func network(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let name = invocation.operands.first
    try options.check(
      form: name == nil ? "network" : "network PRESET",
      [(.json, ["network"]), (.drain, ["network PRESET"])])
    guard let name else {
      let answer = try daemon(invocation).call("GET", AdminPath.network)
      if try options.isOn(.json) {
        console.print(answer)
      } else {
        try tell(answer, invocation)
      }
      return .ok
    }
    let answer = try change(invocation, "PUT", AdminPath.network, ["preset": .string(name)])
    try tell(answer, invocation)
    return try drained(invocation, answer)
  }

  private func tell(_ answer: JSON, _ invocation: Invocation) throws(CommandFailure) {
    var members = answer.objectValue ?? [:]
    for field in ["drained", "unfinished"] { members[field] = .none }
    do throws(Problem) {
      console.output("The network: \(try NetworkConditions(json: .object(members)).words).\n")
    } catch {
      throw try daemon(invocation).stranger("other JSON")
    }
  }
}

extension NetworkConditions {
  /// What it does, as the end of a sentence.
  fileprivate var words: String {
    var parts: [String] = []
    switch (delayMilliseconds ?? 0, jitterMilliseconds ?? 0) {
    case (0, 0): break
    case (let delay, 0): parts.append("\(delay) ms")
    case (let delay, let jitter): parts.append("\(delay) ms, give or take \(jitter)")
    }
    if let bytesPerSecond { parts.append("\(bytesPerSecond) bytes a second") }
    if let failures {
      parts.append("'\(failures.variant)' at a rate of \(failures.rate)")
    }
    return parts.isEmpty ? "nothing in the way" : parts.joined(separator: "; ")
  }
}
