import MicroHTTPD

extension MockServer {
  /// Where it listens.
  static func addresses(
    _ settings: Settings, port: Int
  ) throws(DaemonError) -> [Address] {
    if settings.isOpenToLAN { return Address.any(port: port) }
    guard let host = settings.host else { return Address.loopback(port: port) }
    return try Address.resolve(host: host, port: port)
  }

  /// The URL by which this machine reaches the daemon.
  static func url(_ scheme: String, _ settings: Settings, port: Int) -> String {
    guard let host = settings.host, !["0.0.0.0", "::"].contains(host) else {
      return "\(scheme)://localhost:\(port)"
    }
    return "\(scheme)://\(Address(host: host, port: port))"
  }

  /// Whether other machines reach one of these.
  static func isOpen(_ addresses: [Address]) -> Bool {
    !addresses.allSatisfy(\.isLoopback)
  }
}
