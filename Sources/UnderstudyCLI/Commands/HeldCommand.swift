import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `held [--route ID] [--count N] [--wait TIME]`.
  func held(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let daemon = try daemon(invocation)
    let wait = try options.duration(.wait)
    let count = try options.number(.count, in: 1...100_000) ?? (wait == nil ? 0 : 1)
    var parameters: [String] = []
    if let route = options.value(.route) { parameters.append("route=\(route.text.percentEncoded)") }
    if let wait {
      parameters += ["count=\(count)", "waitSeconds=\(Self.seconds(wait))"]
    }
    let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
    let answer = try daemon.call("GET", AdminPath.held + query, waiting: wait ?? .zero)
    let held = try daemon.list("held", in: answer, HeldDescription.init(json:))
    if try options.isOn(.json) {
      console.print(answer)
    } else {
      console.output(table(of: held).text(for: console))
    }
    guard held.count < count else { return .ok }
    let subject =
      switch held.count {
      case 0: "No request is held"
      case 1: "Only 1 request is held"
      default: "Only \(held.count) requests are held"
      }
    throw CommandFailure(.failed, "\(subject), not \(count).")
  }

  /// Seconds without a fraction where there is none: `5`, `0.5`.
  private static func seconds(_ time: Duration) -> String {
    let seconds = time / .seconds(1)
    return Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
  }

  private func table(of held: [HeldDescription]) -> Table {
    var table = Table("SEQ", "ROUTE", "VARIANT", "METHOD", "TARGET", "HELD")
    for one in held {
      let request = one.request
      table.add([
        "\(request.seq)", request.route ?? "-", request.variant ?? "-", request.method,
        request.target, one.duration,
      ])
    }
    return table
  }
}

extension HeldDescription {
  /// For how long it has been held, in tenths of seconds.
  var duration: String {
    let tenths = Int((heldMilliseconds / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
