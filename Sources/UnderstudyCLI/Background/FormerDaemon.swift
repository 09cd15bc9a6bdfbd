import Platform

/// The daemon whose place another one was to take.
struct FormerDaemon {
  /// What was on record of it.
  let record: DaemonRecord
  /// What is kept of it.
  let place: DaemonFolder
  /// Whether it ran, rather than having ended without a word.
  let ran: Bool
}

extension CommandRunner {
  /// Starts a daemon as it was where its successor does not serve, or keeps what is on record of it; and
  /// says so.
  func bringBack(_ former: FormerDaemon) {
    let (record, place) = (former.record, former.place)
    guard former.ran else { return keep(former) }
    do throws(CommandFailure) {
      var launch = try place.whileAlone { () throws(CommandFailure) in
        try DaemonLaunch(record.plan, in: place, try takeLife(of: place), startedAt: clock())
      }
      switch try launch.outcome() {
      case .serves(let notices):
        console.error("notice: \(record.name) serves again, with the options that it had.\n")
        tell(launch, notices)
      case .ended(let status, let errors):
        if errors.isEmpty { throw launch.silence(status) }
        console.error(errors)
        keep(former)
      }
    } catch {
      console.error(error.text)
      keep(former)
    }
  }

  /// Puts a daemon that does not run back on record, unless another one is there by now.
  private func keep(_ former: FormerDaemon) {
    let (record, place) = (former.record, former.place)
    let isKept: Bool? = try? place.whileAlone { () throws(CommandFailure) in
      guard case .free = try place.occupancy() else { return false }
      try place.write(record)
      return true
    }
    guard isKept == true else { return }
    console.error(
      "notice: \(record.name) does not run; its options are kept.\n"
        + "  hint    '\(program) restart --port \(record.port)' starts it with them\n")
  }
}
