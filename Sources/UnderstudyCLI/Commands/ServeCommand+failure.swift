import MicroHTTPD
import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// Why a daemon cannot listen, and what to do about it.
  static func failure(
    _ error: DaemonError, _ settings: MockServer.Settings
  ) -> CommandFailure {
    func flag(_ address: Address) -> String {
      let isPlain = settings.servesPlain && address.port == settings.port
      if !isPlain, address.port == settings.adminPort { return Setting.adminPort.flag }
      return (!isPlain && address.port == settings.tlsPort ? Setting.tlsPort : .port).flag
    }
    return switch error {
    case .addressInUse(let address):
      CommandFailure(
        .temporaryFailure,
        "Port \(address.port) on \(address.host) is taken by another program.",
        hint: "choose another with \(flag(address)), "
          + "or let the system choose with \(flag(address)) 0")
    case .addressNotAvailable(let address):
      CommandFailure(
        .configuration, "This machine has no address '\(address.host)'.",
        hint: "choose another with \(Setting.host.flag)")
    case .notPermitted(let address):
      CommandFailure(
        .configuration,
        "Port \(address.port) on \(address.host) needs rights that this program lacks.",
        hint: "choose one above 1023 with \(flag(address))")
    case .unresolvable(let host):
      CommandFailure(
        .configuration, "Host '\(host)' is no address, and no name that leads to one.",
        hint: "choose another with \(Setting.host.flag)")
    case .system(let call, let reason):
      CommandFailure(.temporaryFailure, "The daemon cannot start: \(call): \(reason).")
    }
  }
}
