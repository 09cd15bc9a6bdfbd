import Platform
import UnderstudyAPI

extension CommandRunner {
  /// How long `wait` lets go by before it asks again: at first, and at most.
  private static let pauses: ClosedRange<Duration> = .milliseconds(10)...(.milliseconds(250))
  /// How long it waits for one answer, so that a daemon is found that takes the place of a silent one.
  private static let patience: Duration = .seconds(2)

  /// `wait [--timeout TIME]`: returns once a daemon serves.
  func wait(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let limit = try options(of: invocation).duration(.timeout) ?? .seconds(30)
    var daemon = try daemon(invocation)
    let end = retryTime.now() + limit
    var pause = Self.pauses.lowerBound
    while true {
      daemon.patience = max(Self.pauses.lowerBound, min(Self.patience, end - retryTime.now()))
      let (health, seen) = try look(at: daemon)
      if let health {
        console.output(
          "Understudy \(health.version) serves \(health.routes) routes at \(daemon.url)\n")
        return .ok
      }
      let rest = end - retryTime.now()
      guard rest > .zero else {
        let message = seen.map { " \($0.message)" } ?? ""
        throw CommandFailure(
          .unavailable, "No daemon serves at \(daemon.url) after \(Self.words(limit)).\(message)",
          hint: seen?.hint)
      }
      retryTime.pause(min(pause, rest))
      pause = min(pause * 2, Self.pauses.upperBound)
    }
  }

  /// Asks once; what stands in the way may pass.
  private func look(
    at daemon: DaemonConnection
  ) throws(CommandFailure) -> (health: Health?, seen: CommandFailure?) {
    do throws(CommandFailure) {
      let (status, answer) = try daemon.exchange("GET", AdminPath.health)
      if status == 200, let health = answer.flatMap(Health.init(json:)) { return (health, nil) }
      return (nil, daemon.refusal(status, answer))
    } catch {
      guard error.isPassing else { throw error }
      return (nil, error)
    }
  }

  /// A time as one would type it: `30 s`, `500 ms`.
  private static func words(_ time: Duration) -> String {
    let milliseconds = Int(time / .milliseconds(1))
    return milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
