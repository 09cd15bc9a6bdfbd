import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/daemon`: what holds for all of the daemon, and for as long as it runs.
enum DaemonResource: AdminResource {
  static let path = ["daemon"]
  static let methods = ["GET"]
  static let reach = AdminReach.daemon

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let local = context.base.local
    return .json(
      DaemonDescription(
        startedAt: context.startedTime.iso8601, url: url(local),
        tlsURL: context.base.localSecure.map(url),
        lanURL: lanURL(local.scheme, context.addresses.withLock { $0 }),
        lanTLSURL: lanURL("https", context.secureAddresses.withLock { $0 }),
        build: context.build.withLock { $0 }.map(\.json)
      ).json)
  }

  private static func url(_ base: (scheme: String, host: String, port: Int?)) -> String {
    "\(base.scheme)://\(base.host)\(base.port.map { ":\($0)" } ?? "")"
  }

  /// The base URL for other machines by what is listened on; nil where they reach none of it.
  ///
  /// The machine's own address is looked up anew: a laptop moves.
  static func lanURL(
    _ scheme: String, _ addresses: [Address],
    machine: @autoclosure () -> String? = Machine.lanAddress
  ) -> String? {
    guard let address = addresses.first(where: { !$0.isLoopback }) else { return nil }
    let host = ["0.0.0.0", "::"].contains(address.host) ? machine() : address.host
    return host.map { "\(scheme)://\(Address(host: $0, port: address.port))" }
  }
}
