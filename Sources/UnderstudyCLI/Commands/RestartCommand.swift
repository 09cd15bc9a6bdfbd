import Platform
import UnderstudyAPI

extension CommandRunner {
  /// `restart [--port N] [OPTIONS]`: ends a daemon, and starts it with the options that it had.
  func restart(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let selection = OptionValues(invocation.options, environment: { _ in nil })
    let state = try stateFolder()
    var (running, left): ([DaemonFolder], [DaemonFolder]) = ([], [])
    for place in state.daemons {
      switch try place.look() {
      case .free: break
      case .left: left.append(place)
      case .taken: running.append(place)
      }
    }
    // One that has ended without a word has a record that says how to start it.
    guard let place = try place(selection, among: running.isEmpty ? left : running) else {
      throw noDaemon()
    }
    var given = invocation.options
    given[Setting.daemonPort.name] = nil
    var former: FormerDaemon?
    do throws(CommandFailure) {
      return try replace(place, given, &former)
    } catch {
      console.error(error.text)
      if let former { bringBack(former) }
      return error.status
    }
  }

  /// Starts a daemon anew; `former` is what there was before, once that is gone.
  private func replace(
    _ place: DaemonFolder, _ given: [String: [String]], _ former: inout FormerDaemon?
  ) throws(CommandFailure) -> ExitStatus {
    var launch = try place.whileAlone { () throws(CommandFailure) in
      let record = try recordToRestart(place)
      var plan = record.plan.replacing(given, DaemonPlan.twins(console.environment))
      _ = try plan.settlePorts()
      _ = try plan.settleToken()
      guard try plan.port() == place.port else {
        throw CommandFailure(
          .usage, "'restart' leaves a daemon its port, which is \(place.port) here.",
          hint: "'\(program) stop --port \(place.port)' ends it; start another with "
            + "'\(program) start'")
      }
      try check(plan, record)
      try checkSettings(of: plan)
      if case .taken = try place.occupancy() {
        try end(record, place)
        console.output("\(record.name) (pid \(record.process)) has ended.\n")
        former = FormerDaemon(record: record, place: place, ran: true)
      } else {
        former = FormerDaemon(record: record, place: place, ran: false)
      }
      return try DaemonLaunch(plan, in: place, try takeLife(of: place), startedAt: clock())
    }
    switch try launch.outcome() {
    case .serves(let notices):
      tell(launch, notices)
      return .ok
    case .ended(let status, let errors):
      if errors.isEmpty { throw launch.silence(status) }
      console.error(errors)
      if let former { bringBack(former) }
      return status
    }
  }

  private func recordToRestart(_ place: DaemonFolder) throws(CommandFailure) -> DaemonRecord {
    switch try place.occupancy() {
    case .free: throw noDaemon(onPort: place.port)
    case .left(let record): return record
    case .taken(nil): throw place.nameless
    case .taken(let record?):
      guard record.isInForeground else { return record }
      throw CommandFailure(
        .usage, "\(record.name) (pid \(record.process)) is watched by whoever has started it.",
        hint: restartHint)
    }
  }

  /// How one is started anew that somebody watches: the service manager, where it has a service.
  private var restartHint: String {
    let file = serviceManager.file(console.environment)
    let isService = file.map { Files.permissions(of: $0) != nil } ?? false
    return isService
      ? "start it anew where it was started: \(serviceManager.restartWords)"
      : "end it and start it anew where it was started"
  }

  /// Refuses options that the daemon itself would refuse, while the one before still serves.
  private func checkSettings(of plan: DaemonPlan) throws(CommandFailure) {
    do throws(CommandFailure) {
      _ = try settings(plan.rooted.values)
    } catch {
      var failure = error
      failure.hint = failure.hint ?? "one that runs goes on as it was"
      throw failure
    }
  }

  /// Asks the program whether it would start: what serves is not ended for one that does not.
  private func check(_ plan: DaemonPlan, _ record: DaemonRecord) throws(CommandFailure) {
    let values = plan.values
    var arguments = ["check"]
    if let fixtures = values.value(.fixtures) {
      arguments.append("\(Setting.fixtures.flag)=\(fixtures.text)")
    }
    guard try status(plan, arguments, isQuiet: true) != 0 else { return }
    // Once more, so that it says why.
    let status = try status(plan, arguments, isQuiet: false)
    throw CommandFailure(
      ExitStatus(rawValue: status) ?? .failed, "\(record.name) is not started anew: see above.",
      hint: "one that runs goes on as it was")
  }

  private func status(
    _ plan: DaemonPlan, _ arguments: [String], isQuiet: Bool
  ) throws(CommandFailure) -> Int32 {
    do throws(SystemError) {
      return try Tool(path: plan.program).run(
        arguments, environment: plan.processEnvironment, folder: plan.folder, isQuiet: isQuiet)
    } catch {
      throw CommandFailure(
        .configuration, "'\(plan.program)' does not start in '\(plan.folder)': \(error).",
        hint: "one that runs goes on as it was; build the program, or start another with "
          + "'\(program) start'")
    }
  }
}
