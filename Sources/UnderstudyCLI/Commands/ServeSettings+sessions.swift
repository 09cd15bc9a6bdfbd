import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// Reads what options and environment say about sessions and about what outlives the daemon.
  func readSessions(
    _ options: OptionValues, into settings: inout MockServer.Settings
  ) throws(CommandFailure) {
    if let value = options.value(.sessionPorts) {
      settings.sessionPorts = try Self.sessionPorts(value, besides: settings)
    }
    settings.requiresSession = try options.isOn(.requireSession)
    if let count = try options.number(.maxSessions, in: 1...1_000_000) {
      settings.maxSessions = count
    }
    if let value = options.value(.state) {
      guard !value.text.isEmpty else { throw value.failure(mustBe: "the path of a file") }
      settings.stateFile = value.text
    }
  }

  /// A range of ports in which none is taken by the daemon itself.
  private static func sessionPorts(
    _ value: OptionValues.Value, besides settings: MockServer.Settings
  ) throws(CommandFailure) -> ClosedRange<Int> {
    let parts = value.text.split(separator: "-", omittingEmptySubsequences: false)
    let bounds = parts.compactMap { Quantity.whole($0) }
    guard parts.count == 2, bounds.count == 2, bounds[0] > 0, bounds[0] <= bounds[1],
      bounds[1] <= 65_535
    else {
      throw value.failure(
        mustBe: "a range of ports from 1 to 65535, the lower first, such as 9000-9099")
    }
    let ports = bounds[0]...bounds[1]
    let others: [(port: Int?, owner: String, setting: Setting)] = [
      (settings.servesPlain ? settings.port : nil, "the mocks", .port),
      (settings.tlsPort, "the mocks with HTTPS", .tlsPort),
      (settings.adminPort, "the admin API", .adminPort),
    ]
    for case (let port?, let owner, let setting) in others where ports.contains(port) {
      throw CommandFailure(
        value.status, "\(value.origin) is \(value.text), and \(port) is the port of \(owner).",
        hint: "choose another range, or another port with \(setting.flag)")
    }
    return ports
  }
}
