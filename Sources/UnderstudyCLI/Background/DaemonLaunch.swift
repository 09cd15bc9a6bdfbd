import Platform
import Understudy
import UnderstudyAPI

/// A daemon on its way into the background: from the plan to the line by which it says that it serves.
struct DaemonLaunch {
  /// What is on record of it.
  private(set) var record: DaemonRecord
  /// Whether choices of before are kept for it.
  let hasChoices: Bool
  private let place: DaemonFolder
  private let process: BackgroundProcess
  private let log: AppendedFile
  private let logStart: Int

  /// Starts the daemon of a plan; only while its folder is nobody else's, and no daemon is in it.
  ///
  /// - Parameters:
  ///   - plan: how; its ports are settled.
  ///   - place: what is kept of it.
  ///   - lock: what it holds as long as it lives, and this process no more.
  ///   - startedAt: the present.
  /// - Throws: ``CommandFailure`` where nothing was started.
  init(
    _ plan: DaemonPlan, in place: DaemonFolder, _ lock: FileLock, startedAt: WallTime
  ) throws(CommandFailure) {
    defer { lock.release() }
    // From here on, whoever is killed leaves no record of another process.
    place.forget()
    let values = plan.values
    let logFile = values.value(.logFile)
    let logPath = logFile.map { plan.absolute($0.text) } ?? place.log
    log = try Self.open(
      logPath, limit: try values.size(.logSize) ?? CommandRunner.defaultLogSize, logFile?.origin)
    let startedAt = startedAt.iso8601
    log.write(Array("--- \(startedAt) started in \(plan.folder)\n".utf8))
    logStart = log.size
    let ownState = values.value(.state).map { plan.absolute($0.text) }
    let state = if let ownState { ownState } else { try place.makeChoices(of: plan.folder) }
    hasChoices = Self.hasChoices(state)
    var arguments = ["serve"] + plan.arguments
    if ownState == nil { arguments += [Setting.state.flag, state] }
    if logFile == nil { arguments += [Setting.logFile.flag, logPath] }
    arguments += [Setting.readyDescriptor.flag, "\(BackgroundProcess.readyDescriptor)"]
    do throws(SystemError) {
      process = try BackgroundProcess(
        plan.program, arguments, environment: plan.processEnvironment, folder: plan.folder,
        log: log, lock: lock)
    } catch {
      throw CommandFailure(
        .configuration, "'\(plan.program)' does not start in '\(plan.folder)': \(error).")
    }
    self.place = place
    record = DaemonRecord(
      process: process.number, port: place.port, startedAt: startedAt, plan: plan, log: logPath)
    try place.write(record)
  }

  /// How it came out.
  enum Outcome {
    /// It serves; what somebody who starts it should know, a line each.
    case serves(notices: [String])
    /// It has ended with a status, and has said why.
    case ended(ExitStatus, errors: String)
  }

  /// Waits until it serves, or has ended.
  mutating func outcome() throws(CommandFailure) -> Outcome {
    guard let line = process.waitForLine() else { return try ending() }
    let urls = (try? JSON(parsing: line)).flatMap(ServedURLs.init(json:))
    record.urls = urls
    let record = record
    try place.whileAlone { () throws(CommandFailure) in
      // Who was faster may have ended it, and started another.
      if case .taken(let other?) = try place.occupancy(), other.process == record.process {
        try place.write(record)
      }
    }
    let notices = said.split(separator: "\n").filter { $0.hasPrefix("  notice  ") }
    return .serves(notices: notices.map(String.init))
  }

  /// It has ended and has not said why.
  func silence(_ status: ExitStatus) -> CommandFailure {
    CommandFailure(
      status,
      "The daemon has ended before it served, and its log '\(record.log)' does not say why.",
      hint: "'\(Setting.logFile.flag)' names another")
  }

  private func ending() throws(CommandFailure) -> Outcome {
    let number: Int32
    do throws(SystemError) {
      number = try process.waitForEnd()
    } catch {
      throw CommandFailure(.failed, "\(record.name) has ended: \(error).")
    }
    let record = record
    try place.whileAlone { () throws(CommandFailure) in
      if case .left(let other) = try place.occupancy(), other.process == record.process {
        place.forget()
      }
    }
    if number > 128 {
      throw CommandFailure(
        .failed, "The daemon was ended by signal \(number - 128) before it served.",
        hint: "its log: \(record.log)")
    }
    return .ended(ExitStatus(rawValue: number) ?? .failed, errors: said)
  }

  /// What it has said so far.
  private var said: String { (try? log.text(since: logStart)) ?? "" }

  private static func open(
    _ path: String, limit: Int, _ origin: String?
  ) throws(CommandFailure) -> AppendedFile {
    do throws(SystemError) {
      return try AppendedFile(path, limit: limit)
    } catch {
      throw CommandFailure(
        .cannotCreate,
        origin.map { "\($0) names '\(path)', which cannot be written: \(error)." }
          ?? "The log '\(path)' cannot be written: \(error).",
        hint: "choose another file with \(Setting.logFile.flag)")
    }
  }

  /// Whether a state file says more than that nothing is chosen.
  private static func hasChoices(_ path: String) -> Bool {
    guard let bytes = try? Files.read(path), let json = try? JSON(parsing: bytes) else {
      return false
    }
    return ["scenario", "overrides", "network"].contains { json[$0] != nil }
  }
}

extension DaemonPlan {
  /// All variables of the daemon's environment: those of this process, with the plan's twins.
  var processEnvironment: [String] {
    let others = Machine.environment.filter { line in
      let name = line.prefix { $0 != "=" }
      // What a service manager hears of this process is not about that one.
      return name != "NOTIFY_SOCKET" && !Self.twinNames.contains { $0 == name }
    }
    return others + variables.map { "\($0.name)=\($0.value)" }
  }
}
