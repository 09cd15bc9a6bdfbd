import Platform
import UnderstudyAPI

extension CommandRunner {
  /// How often other ports are tried where somebody was faster.
  private static let attempts = 5

  /// `start`: serves in the background.
  func start(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let isInForeground = try options(of: invocation).isOn(.foreground)
    let typed = try plan(of: invocation)
    for attempt in 1... {
      var plan = typed
      let isChosen = try plan.settlePorts()
      let token = try plan.settleToken()
      let place = try stateFolder().daemon(onPort: try plan.port())
      if isInForeground { return try serve(plan, in: place, token: token) }
      var launch = try place.whileAlone { () throws(CommandFailure) in
        let life = try takeLife(of: place)
        return try DaemonLaunch(plan, in: place, life, startedAt: clock())
      }
      switch try launch.outcome() {
      case .serves(let notices):
        tell(launch, notices, token: token)
        return .ok
      case .ended(.temporaryFailure, _) where isChosen && attempt < Self.attempts: continue
      case .ended(let status, let errors):
        console.error(errors)
        if errors.isEmpty { throw launch.silence(status) }
        return status
      }
    }
    return .failed
  }

  /// How the daemon of a command line is started, by this program and here.
  func plan(of invocation: Invocation) throws(CommandFailure) -> DaemonPlan {
    guard let folder = Files.realPath("."), let program = programPath(in: folder) else {
      throw CommandFailure(
        .configuration, "The working folder is gone, or the file of this program is.",
        hint: "go to another folder, or build the program anew")
    }
    var given = invocation.options
    let isInForeground = given.removeValue(forKey: Setting.foreground.name) != nil
    if !isInForeground { try refuseReadyDescriptor(options(of: invocation), invocation.command) }
    return DaemonPlan(
      program: program, folder: folder, options: given,
      environment: DaemonPlan.twins(console.environment))
  }

  /// Refuses what only the daemon itself could do, where the environment asks for it.
  ///
  /// - Throws: ``CommandFailure`` where it does.
  func refuseReadyDescriptor(
    _ options: OptionValues, _ command: Command
  ) throws(CommandFailure) {
    guard let value = options.value(.readyDescriptor) else { return }
    throw CommandFailure(
      value.status,
      "\(value.origin) does not go with '\(command.rawValue)', but with '\(Command.serve.rawValue)'."
    )
  }

  /// The path by which this program was called, where that leads to it: a link stays one, since an
  /// upgrade may lead it elsewhere.
  private func programPath(in folder: String) -> String? {
    guard let real = Machine.executablePath, let called = CommandLine.arguments.first else {
      return nil
    }
    var path: String? = called.hasPrefix("/") ? called : "\(folder)/\(called)"
    if !called.contains("/") {
      let folders = (console.environment("PATH") ?? "").split(separator: ":").map(String.init)
      path = Tool.find(called, in: folders.filter { $0.hasPrefix("/") })?.path
    }
    return path.flatMap { Files.realPath($0) == real ? $0 : nil } ?? real
  }

  /// What a new daemon holds as long as it lives; only while its place is nobody else's.
  ///
  /// - Throws: ``CommandFailure`` where another one runs there.
  func takeLife(of place: DaemonFolder) throws(CommandFailure) -> FileLock {
    switch try place.occupancy() {
    case .free: break
    case .left(let record): bury(record, place)
    case .taken(let record): throw taken(place, record)
    }
    guard let life = try place.takeLife() else { throw place.nameless }
    return life
  }

  /// A daemon of this user has the port.
  func taken(_ place: DaemonFolder, _ record: DaemonRecord?) -> CommandFailure {
    guard let record else { return place.nameless }
    let port = record.port
    return CommandFailure(
      .temporaryFailure,
      "A daemon of yours has port \(port) already: \(record.facts).",
      hint: "'\(program) restart --port \(port)' starts it anew, "
        + "'\(program) stop --port \(port)' ends it")
  }

  /// Says that a daemon serves, and what there is to know about it.
  func tell(_ launch: DaemonLaunch, _ notices: [String], token: String? = nil) {
    let record = launch.record
    var lines = ["Understudy serves at \(record.url)"]
    if let url = record.urls?.tlsURL, url != record.url { lines.append("  https     \(url)") }
    let admin = record.known.adminURL
    if admin != record.url { lines.append("  admin     \(admin)") }
    lines += [
      "  panel     \(admin)\(AdminPath.panel)", "  pid       \(record.process)",
      "  log       \(record.log)",
    ]
    if let token { lines.append("  token     \(token)") }
    if launch.hasChoices {
      lines.append("  choices   those of before; '\(program) reset' takes them back")
    }
    console.output(lines.joined(separator: "\n") + "\n")
    for notice in notices { console.error("\(notice)\n") }
  }

  /// Serves in this process, on record as the others are.
  private func serve(
    _ plan: DaemonPlan, in place: DaemonFolder, token: String?
  ) throws(CommandFailure) -> ExitStatus {
    var plan = plan
    let values = plan.values
    let log = values.value(.logFile).map { plan.absolute($0.text) } ?? place.log
    var record = DaemonRecord(
      process: Machine.processID, port: place.port, startedAt: clock().iso8601,
      isInForeground: true, plan: plan, log: log)
    let life = try place.whileAlone { () throws(CommandFailure) in
      let life = try takeLife(of: place)
      try place.write(record)
      return life
    }
    // Who lives here needs no door to its own record; 'stop' is at the door, and waits for this end.
    defer {
      place.forget()
      life.release()
    }
    if values.value(.logFile) == nil { plan.options[Setting.logFile.name] = [log] }
    if values.value(.state) == nil {
      plan.options[Setting.state.name] = [try place.makeChoices(of: plan.folder)]
    }
    if let token { console.error("  token   \(token)\n") }
    return try serve(plan.values) { (urls) throws(CommandFailure) in
      record.urls = urls
      try place.write(record)
    }
  }
}
