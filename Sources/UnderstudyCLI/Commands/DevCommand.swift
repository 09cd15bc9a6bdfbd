import Platform
import UnderstudyAPI

extension CommandRunner {
  /// `dev`: serves, builds what was saved, and lets the new daemon take over; until SIGTERM or SIGINT.
  func dev(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    // Before any thread starts: the threads inherit what is blocked.
    Signals.blockTermination()
    let options = options(of: invocation)
    try refuseReadyDescriptor(options, invocation.command)
    // What is wrong with them is told here, before anything is built.
    _ = try settings(options)
    for folder in options.values(.watch) where !RootedFolder(folder.text).exists {
      throw CommandFailure(
        .configuration, "\(folder.origin) names the folder '\(folder.text)', which does not exist.")
    }
    let package = try DevPackage(
      in: Machine.currentFolder, executable: Machine.executablePath ?? program,
      command: options.value(.buildCommand)?.text, binary: options.value(.binary)?.text,
      further: options.values(.watch).map(\.text), fixtures: options.value(.fixtures)?.text)
    DevCopies.sweep(beside: package.binary)
    let queue = EventQueue<DevEvent>()
    let watch: SourceWatch
    do throws(SystemError) {
      watch = try SourceWatch(package.watched) { queue.add(.changed($0, $1)) }
      _ = try WorkerThread {
        while true {
          _ = Signals.waitForTermination()
          queue.add(.terminated)
        }
      }
    } catch {
      throw CommandFailure(.temporaryFailure, "'dev' cannot start: \(error.call): \(error).")
    }
    defer { watch.stop() }
    let supervisor = Supervisor(
      package, arguments: invocation.serveArguments, DevReport(console, clock), queue)
    return supervisor.run(isBuilt: Self.isBuilt(package))
  }

  /// Whether the program is there and newer than all that it is made of, as far as times tell.
  private static func isBuilt(_ package: DevPackage) -> Bool {
    guard let program = Files.signature(of: package.binary) else { return false }
    return !FolderScan(package.watched).hasNewer(than: program)
  }
}

extension Invocation {
  /// The arguments with which `serve` does what these say.
  var serveArguments: [String] {
    var arguments = [Command.serve.rawValue]
    for setting in Setting.serve {
      for text in options[setting.name] ?? [] {
        if case .none = setting.argument {
          arguments.append(setting.flag)
        } else {
          arguments.append("\(setting.flag)=\(text)")
        }
      }
    }
    return arguments
  }
}
