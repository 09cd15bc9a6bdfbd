import MicroHTTPD
import Platform
import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// `serve`: serves until SIGTERM or SIGINT.
  func serve(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    // Before any thread starts: the daemon's threads inherit what is blocked.
    Signals.blockTermination()
    let options = options(of: invocation)
    let settings = try settings(options)
    let readyFile = options.value(.readyFile)?.text
    // One that a killed daemon left behind would tell that this one serves already.
    if let readyFile { Files.remove(readyFile) }
    Machine.raiseDescriptorLimit()
    let server: MockServer
    do throws(MockServer.StartError) {
      server = try MockServer(catalog: catalog(), settings: settings)
    } catch {
      switch error {
      case .catalog(let problems):
        for problem in problems { console.error("error: \(problem)\n") }
        return .configuration
      case .daemon(let error): throw Self.failure(error, settings)
      case .state(let reason):
        throw CommandFailure(
          .cannotCreate, reason, hint: "choose another file with \(Setting.state.flag)")
      }
    }
    defer { server.stop() }
    if settings.servesPlain, settings.port == 0 {
      console.output("listening http://\(Self.address(of: server.addresses))\n")
    }
    if settings.tlsPort == 0 {
      console.output("listening https://\(Self.address(of: server.tlsAddresses))\n")
    }
    console.error(Self.banner(server, madeToken: settings.adminToken == nil))
    if let readyFile { try write(server.url, to: readyFile) }
    _ = Signals.waitForTermination()
    if let readyFile { Files.remove(readyFile) }
    return .ok
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
    func bound(_ addresses: [Address]) -> String {
      "  bound   " + addresses.map(\.description).joined(separator: ", ")
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
    return lines.joined(separator: "\n") + "\n"
  }
}
