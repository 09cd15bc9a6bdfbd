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
    let (scheme, host, port) = context.base.local
    return .json(
      DaemonDescription(
        startedAt: context.startedTime.iso8601,
        url: "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")", lanURL: context.lanURL(scheme)
      ).json)
  }
}

extension AdminContext {
  /// The base URL of the mocks for other machines; nil where there is none.
  ///
  /// It is looked up anew: a laptop moves.
  fileprivate func lanURL(_ scheme: String) -> String? {
    guard let address = addresses.withLock({ $0 }).first(where: { !$0.isLoopback }) else {
      return nil
    }
    let host = ["0.0.0.0", "::"].contains(address.host) ? Machine.lanAddress : address.host
    return host.map { "\(scheme)://\(Address(host: $0, port: address.port))" }
  }
}
