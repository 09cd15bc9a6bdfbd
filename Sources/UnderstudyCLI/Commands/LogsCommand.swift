import Platform
import UnderstudyAPI

extension CommandRunner {
  /// How long a log may say something without being read.
  private static let lookAgain: Duration = .milliseconds(100)

  /// `logs [--follow] [--lines N] [--port N]`.
  func logs(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let count = try options.number(.lines, in: 0...1_000_000) ?? 50
    let path = try logPath(options)
    let goesOn = try options.isOn(.followLog)
    do throws(SystemError) {
      var reader = LogReader(path)
      console.outputBytes(try reader.last(count))
      while goesOn, pause(Self.lookAgain) {
        let (bytes, news) = try reader.next()
        if let news { console.error("notice: \(news)\n") }
        if !bytes.isEmpty { console.outputBytes(bytes) }
      }
    } catch {
      throw CommandFailure(.failed, "The log '\(path)' cannot be read: \(error).")
    }
    return .ok
  }

  /// The log of the daemon that is meant; of the last one that ran where none does.
  private func logPath(_ options: OptionValues) throws(CommandFailure) -> String {
    var logs: [(place: DaemonFolder, path: String, isRunning: Bool)] = []
    for place in try stateFolder().daemons {
      switch try place.look() {
      case .free: logs.append((place, place.log, false))
      case .left(let record): logs.append((place, record.log, false))
      case .taken(let record): logs.append((place, record?.log ?? place.log, true))
      }
    }
    if let place = try place(options, among: logs.filter(\.isRunning).map(\.place)) {
      guard let log = logs.first(where: { $0.place == place }) else {
        throw CommandFailure(
          .unavailable, "No daemon has run in the background on port \(place.port).")
      }
      return log.path
    }
    let newest = logs.compactMap { log in
      Files.signature(of: log.path).map { (path: log.path, modified: $0.modified) }
    }.max { one, other in
      (one.modified.seconds, one.modified.nanoseconds)
        < (other.modified.seconds, other.modified.nanoseconds)
    }
    guard let newest else {
      throw CommandFailure(
        .unavailable, "No daemon has run in the background.",
        hint: "start one with '\(program) start'")
    }
    return newest.path
  }
}
