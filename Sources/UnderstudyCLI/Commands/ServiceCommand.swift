import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension CommandRunner {
  private static let serviceWords = ["install", "uninstall", "status"]

  /// `service install [OPTIONS]`, `service uninstall` and `service status`.
  func service(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let word = invocation.operands.first ?? ""
    let options = options(of: invocation)
    guard Self.serviceWords.contains(word) else {
      throw CommandFailure(
        .usage,
        "'service' takes 'install', 'uninstall' or 'status', not '\(word)'."
          + Spelling.suggestion(for: word, among: Self.serviceWords))
    }
    try options.check(form: "service \(word)", Setting.background.map { ($0, ["service install"]) })
    guard let file = serviceManager.file(console.environment) else {
      throw CommandFailure(
        .configuration, "There is no folder for a service: HOME is not set.",
        hint: "set HOME to a folder that can be written")
    }
    switch word {
    case "install": return try install(invocation, file)
    case "uninstall": return try uninstall(file)
    default: return try serviceStatus(file)
    }
  }

  private func install(
    _ invocation: Invocation, _ file: String
  ) throws(CommandFailure) -> ExitStatus {
    var plan = try plan(of: invocation)
    // What is wrong is said now, rather than to a log at the next login.
    _ = try settings(plan.values)
    guard try report(plan.values).problems.isEmpty else {
      throw CommandFailure(
        .configuration, "The service is not installed: see above.",
        hint: "one that is installed stays as it is")
    }
    _ = try plan.settlePorts()
    let token = try plan.settleToken()
    let place = try stateFolder().daemon(onPort: try plan.port())
    // A service that is there is started anew; another daemon would be in its way.
    try place.whileAlone { () throws(CommandFailure) in
      if let record = try place.occupancy().running, !record.isInForeground {
        throw taken(place, record)
      }
    }
    let service = servicePlan(plan, place)
    if let text = service.unspeakable {
      throw CommandFailure(
        .usage, "'\(text)' has a control character, which no service can be told.")
    }
    do throws(SystemError) {
      let end = file.lastIndex(of: "/") ?? file.startIndex
      try Files.makeFolder(String(file[..<end]), mode: 0o700)
      // It may have a token.
      try Files.writeAtomically(
        Array(serviceManager.text(of: service).utf8), to: file, mode: 0o600)
    } catch {
      throw CommandFailure(.cannotCreate, "'\(file)' cannot be written: \(error).")
    }
    console.output("The service is installed: \(file)\n")
    if let token { console.output("Its admin API asks for the token \(token)\n") }
    let tasks = serviceManager.installation(file)
    guard let tool = try managerTool() else {
      tellTasks(tasks.map(words))
      return .ok
    }
    for (number, task) in tasks.enumerated() {
      let isLast = number == tasks.count - 1
      guard try tell(tool, task, isQuiet: !isLast) || !isLast else {
        throw CommandFailure(
          .failed, "The service does not start: '\(words(task))' has failed.",
          hint: "why: \(serviceManager.errorsWords(service.errors))")
      }
    }
    console.output(
      "It is started now, and with each login; '\(program) status' tells where it serves.\n")
    return .ok
  }

  private func servicePlan(_ plan: DaemonPlan, _ place: DaemonFolder) -> ServicePlan {
    // A login of a service manager has none of what a shell's files set.
    let folders = ["XDG_DATA_HOME", "XDG_STATE_HOME"].compactMap { name in
      console.environment(name).map { (name: name, value: $0) }
    }
    return ServicePlan(
      program: plan.program, arguments: ["start", Setting.foreground.flag] + plan.arguments,
      environment: plan.variables + folders, folder: plan.folder, errors: "\(place.path)/errors")
  }

  private func uninstall(_ file: String) throws(CommandFailure) -> ExitStatus {
    guard Files.permissions(of: file) != nil else { throw notInstalled(file) }
    guard let tool = try managerTool() else {
      // Without its file the manager could not be told any more to end it.
      console.output("The service is still installed: \(file)\n")
      tellTasks(
        serviceManager.removal.map(words) + ["rm \(Self.quoted(file))"]
          + serviceManager.afterRemoval.map(words))
      return .ok
    }
    for task in serviceManager.removal { _ = try tell(tool, task) }
    Files.remove(file)
    if Files.permissions(of: file) != nil {
      throw CommandFailure(.cannotCreate, "'\(file)' cannot be removed.")
    }
    for task in serviceManager.afterRemoval { _ = try tell(tool, task) }
    console.output("The service is gone: \(file)\n")
    console.output("Its logs and choices stay in \(try stateFolder().path)\n")
    return .ok
  }

  private func serviceStatus(_ file: String) throws(CommandFailure) -> ExitStatus {
    guard Files.permissions(of: file) != nil else { throw notInstalled(file) }
    console.output("The service is installed: \(file)\n")
    guard let tool = try managerTool() else {
      throw CommandFailure(
        .unavailable, "'\(serviceManager.tool)' does not answer: nobody tells whether it runs.")
    }
    let runs = try tell(tool, serviceManager.words(for: .tell), isQuiet: true)
    console.output(runs ? "It runs.\n" : "It does not run.\n")
    return runs ? .ok : .failed
  }

  private func notInstalled(_ file: String) -> CommandFailure {
    CommandFailure(
      .unavailable, "No service is installed: '\(file)' is not there.",
      hint: "install it with '\(program) service install'")
  }

  /// The service manager's program, where somebody answers it.
  private func managerTool() throws(CommandFailure) -> Tool? {
    let folders = (console.environment("PATH") ?? "").split(separator: ":").map(String.init)
    guard let tool = Tool.find(serviceManager.tool, in: folders),
      try tell(tool, serviceManager.words(for: .answer), isQuiet: true)
    else { return nil }
    return tool
  }

  /// Runs the service manager's program; false where it fails.
  private func tell(
    _ tool: Tool, _ words: [String], isQuiet: Bool = false
  ) throws(CommandFailure) -> Bool {
    // The last two tell systemctl how to reach the manager.
    let names = ["PATH", "HOME", "LANG", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]
    let variables = names.compactMap { name in console.environment(name).map { "\(name)=\($0)" } }
    do throws(SystemError) {
      return try tool.run(words, environment: variables, isQuiet: isQuiet) == 0
    } catch {
      throw CommandFailure(.failed, "'\(tool.path)' does not start: \(error).")
    }
  }

  private func tellTasks(_ tasks: [String]) {
    let lines = tasks.map { "  \($0)\n" }
    console.output("'\(serviceManager.tool)' does not answer here. Run:\n" + lines.joined())
  }

  private func words(_ task: [String]) -> String {
    ([serviceManager.tool] + task.map(Self.quoted)).joined(separator: " ")
  }
}
