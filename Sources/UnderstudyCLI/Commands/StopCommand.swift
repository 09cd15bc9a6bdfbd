import Platform
import UnderstudyAPI

extension CommandRunner {
  /// `stop [--port N|--all] [--wait TIME] [--kill]`.
  func stop(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let isForAll = try options.isOn(.allDaemons)
    if isForAll, options.value(.daemonPort) != nil {
      throw CommandFailure(
        .usage,
        "Options '\(Setting.daemonPort.flag)' and '\(Setting.allDaemons.flag)' exclude each "
          + "other: give one.")
    }
    let limit = try options.duration(.endWait)
    let ending: RunningProcess.Ending = try options.isOn(.kill) ? .atOnce : .orderly
    let places = try runningDaemons().map(\.place)
    if isForAll {
      if places.isEmpty { console.output("No daemon runs in the background.\n") }
      var status = ExitStatus.ok
      for place in places {
        do throws(CommandFailure) {
          try end(place, ending, within: limit)
        } catch {
          console.error(error.text)
          status = error.status
        }
      }
      return status
    }
    guard let place = try place(options, among: places) else { throw noDaemon() }
    guard places.contains(place) else { throw noDaemon(onPort: place.port) }
    try end(place, ending, within: limit)
    return .ok
  }

  private func end(
    _ place: DaemonFolder, _ ending: RunningProcess.Ending, within limit: Duration?
  ) throws(CommandFailure) {
    let record = try place.whileAlone { () throws(CommandFailure) -> DaemonRecord? in
      guard case .taken(let record) = try place.occupancy() else { return nil }
      try end(record, place, ending, within: limit)
      return record
    }
    // Somebody else was faster.
    guard let record else { throw noDaemon(onPort: place.port) }
    console.output("\(record.name) (pid \(record.process)) has ended.\n")
  }
}
