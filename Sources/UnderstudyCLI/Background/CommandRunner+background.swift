import Platform
import UnderstudyAPI

extension CommandRunner {
  /// Where this user's daemons are on record.
  func stateFolder() throws(CommandFailure) -> StateFolder {
    try StateFolder(console.environment)
  }

  /// The daemons in the background that a command may mean; none where nothing can be found out.
  var knownDaemons: [KnownDaemon] {
    guard let state = try? stateFolder() else { return [] }
    return state.daemons.compactMap { try? $0.look().running?.known }
  }

  /// Tells of a daemon that has ended without a word, and takes it off the record.
  func bury(_ record: DaemonRecord, _ place: DaemonFolder) {
    console.error("notice: \(record.obituary)\n")
    place.forget()
  }

  /// The daemons that run; those that have ended without a word are told of.
  func runningDaemons() throws(CommandFailure) -> [(place: DaemonFolder, record: DaemonRecord?)] {
    var running: [(place: DaemonFolder, record: DaemonRecord?)] = []
    for place in try stateFolder().daemons {
      let occupancy = try place.whileAlone { () throws(CommandFailure) in
        let occupancy = try place.occupancy()
        if case .left(let record) = occupancy { bury(record, place) }
        return occupancy
      }
      if case .taken(let record) = occupancy { running.append((place, record)) }
    }
    return running
  }

  /// The place of the one daemon that a command means.
  ///
  /// - Parameters:
  ///   - options: the options, of which `--port` may name it.
  ///   - places: the places that come into question without it.
  /// - Returns: the place; nil where there is none without `--port`.
  /// - Throws: ``CommandFailure`` where several come into question.
  func place(
    _ options: OptionValues, among places: [DaemonFolder]
  ) throws(CommandFailure) -> DaemonFolder? {
    if let port = try options.number(.daemonPort, in: 1...65535) {
      return try stateFolder().daemon(onPort: port)
    }
    if places.count > 1 {
      let ports = places.map { "\($0.port)" }.joined(separator: ", ")
      throw CommandFailure(
        .usage, "Several daemons run in the background, on the ports \(ports).",
        hint: "say which with \(Setting.daemonPort.usage)")
    }
    return places.first
  }

  /// No daemon is in the background, or none on a port.
  func noDaemon(onPort port: Int? = nil) -> CommandFailure {
    CommandFailure(
      .unavailable,
      port.map { "No daemon runs in the background on port \($0)." }
        ?? "No daemon runs in the background.",
      hint: "start one with '\(program) start\(port.map { " --port \($0)" } ?? "")'")
  }

  /// Ends a daemon, and takes it off the record; only while its place is nobody else's.
  ///
  /// - Parameters:
  ///   - record: what is on record of it.
  ///   - place: where that is.
  ///   - ending: in which way.
  ///   - limit: how long it may take; nil is its grace and five seconds.
  /// - Throws: ``CommandFailure`` where it does not end, or cannot be told to.
  func end(
    _ record: DaemonRecord?, _ place: DaemonFolder, _ ending: RunningProcess.Ending = .orderly,
    within limit: Duration? = nil
  ) throws(CommandFailure) {
    guard let record else { throw place.nameless }
    let grace = (try? record.plan.values.duration(.grace)) ?? .seconds(2)
    let limit = limit ?? grace + .seconds(5)
    do throws(SystemError) {
      // Opened first and then found alive: the number is still the daemon's own.
      guard let process = try RunningProcess(record.process),
        case .taken = (try? place.occupancy()) ?? .free
      else { return place.forget() }
      try process.end(ending)
      guard process.waitForEnd(within: limit) else { throw SystemError(code: 0, call: "") }
    } catch {
      if error.call.isEmpty {
        throw CommandFailure(
          .failed, "\(record.name) (pid \(record.process)) has not ended within \(limit.words).",
          hint: "end it at once with '\(program) stop --port \(record.port) \(Setting.kill.flag)'")
      }
      throw CommandFailure(
        .failed, "\(record.name) (pid \(record.process)) cannot be ended: \(error).")
    }
    place.forget()
  }
}

extension DaemonFolder {
  /// A daemon is here that nobody can name.
  var nameless: CommandFailure {
    CommandFailure(
      .temporaryFailure,
      "A daemon of yours runs on port \(port), and its pid is not on record: what started it was "
        + "killed that moment.",
      hint: "'fuser \(path)/alive' tells its pid")
  }
}

extension Duration {
  /// The time as people write it.
  fileprivate var words: String {
    let milliseconds = Int(wholeNanoseconds / 1_000_000)
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
