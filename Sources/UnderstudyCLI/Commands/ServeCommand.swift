import MicroHTTPD
import Platform
import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// `serve`: serves until SIGTERM or SIGINT.
  func serve(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    try serve(options(of: invocation)) { (_) throws(CommandFailure) in }
  }

  /// Serves with options, and tells once it does.
  func serve(
    _ options: OptionValues, whenReady: (ServedURLs) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    // Before any thread starts: the daemon's threads inherit what is blocked.
    Signals.blockTermination()
    Orphans.bury()
    let supervision = Supervision(console.environment)
    do throws(CommandFailure) {
      return try serve(options, supervision, whenReady: whenReady)
    } catch {
      guard let supervision else { throw error }
      // Whoever has started it tells the person, and the panel.
      supervision.refuse(error.text)
      return error.status
    }
  }

  private func serve(
    _ options: OptionValues, _ supervision: Supervision?,
    whenReady: (ServedURLs) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var settings = try settings(options)
    let readyDescriptor = try readyDescriptor(options)
    supervision?.prepare(&settings)
    let readyFile = options.value(.readyFile)?.text
    // One that a killed daemon left behind would tell that this one serves already.
    if let readyFile, supervision?.succeeds != true { Files.remove(readyFile) }
    Machine.raiseDescriptorLimit()
    settings.whenMade = {
      // What the start needed, and the daemon does not.
      Machine.returnFreeMemory()
      ProgramPages.release()
    }
    let server: MockServer
    do throws(MockServer.StartError) {
      server = try MockServer(catalog: catalog(), settings: settings)
    } catch {
      switch error {
      case .catalog(let problems):
        let text = problems.map { "error: \($0)\n" }.joined()
        if let supervision { supervision.refuse(text) } else { console.error(text) }
        return .configuration
      case .daemon(let error): throw Self.failure(error, settings)
      case .state(let reason):
        throw CommandFailure(
          .cannotCreate, reason, hint: "choose another file with \(Setting.state.flag)")
      }
    }
    defer { server.stop() }
    if supervision?.succeeds != true { tell(server, settings) }
    if let readyFile { try write(server.url, to: readyFile) }
    if let supervision {
      do throws(SystemError) {
        try supervision.begin(server)
      } catch {
        throw CommandFailure(
          .temporaryFailure, "The daemon cannot start: \(error.call): \(error).")
      }
    }
    let urls = ServedURLs(url: server.url, tlsURL: server.tlsURL, adminURL: server.adminURL)
    readyDescriptor?.finish(urls.line)
    try whenReady(urls)
    ServiceNotice.ready()
    _ = Signals.waitForTermination()
    if let readyFile, supervision?.hasRetired != true { Files.remove(readyFile) }
    return .ok
  }

  private func tell(_ server: MockServer, _ settings: MockServer.Settings) {
    if settings.servesPlain, settings.port == 0 {
      console.output("listening http://\(Self.address(of: server.addresses))\n")
    }
    if settings.tlsPort == 0 {
      console.output("listening https://\(Self.address(of: server.tlsAddresses))\n")
    }
    console.error(Self.banner(server, madeToken: settings.adminToken == nil))
  }

  private func readyDescriptor(
    _ options: OptionValues
  ) throws(CommandFailure) -> InheritedDescriptor? {
    guard let value = options.value(.readyDescriptor) else { return nil }
    guard let number = try options.number(.readyDescriptor, in: 3...1_000_000),
      let descriptor = InheritedDescriptor(Int32(number))
    else { throw value.failure(mustBe: "the number of a descriptor that is open for writing") }
    return descriptor
  }

  private func write(_ url: String, to path: String) throws(CommandFailure) {
    do throws(SystemError) {
      try Files.writeAtomically(Array("\(url)\n".utf8), to: path)
    } catch {
      throw CommandFailure(
        .cannotCreate, "Ready file '\(path)' cannot be written: \(error).",
        hint: "choose another with \(Setting.readyFile.flag)")
    }
  }

  /// An address that this machine can reach, numeric: a name may lead to another family first.
  private static func address(of addresses: [Address]) -> Address {
    var address = addresses.first ?? Address(host: "127.0.0.1", port: 0)
    if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
    if address.host == "::" { address.host = "::1" }
    return address
  }

  private static func banner(_ server: MockServer, madeToken: Bool) -> String {
    let routes = server.routeCount == 1 ? "1 route" : "\(server.routeCount) routes"
    // Without joined(separator:), for whose types the whole program would come back into memory.
    func bound(_ addresses: [Address]) -> String {
      addresses.dropFirst().reduce("  bound   \(addresses.first?.description ?? "")") {
        "\($0), \($1)"
      }
    }
    var lines = [
      "Understudy \(Version.current) serves \(routes)", "  \(server.url)", bound(server.addresses),
    ]
    if let url = server.tlsURL, url != server.url {
      lines += ["  \(url)", bound(server.tlsAddresses)]
    }
    if server.adminURL != server.url { lines.append("  admin   \(server.adminURL)") }
    lines.append("  panel   \(server.adminURL)\(AdminPath.panel)")
    if madeToken, let token = server.adminToken { lines.append("  token   \(token)") }
    lines += server.notices.map { "  notice  \($0)" }
    return lines.reduce("") { "\($0)\($1)\n" }
  }
}
