import Curl
import UnderstudyAPI

/// A daemon in the background, as the commands that speak to one see it.
struct KnownDaemon: Hashable, Sendable {
  /// The port by which it is known.
  var port: Int
  /// The base URL of its admin API.
  var adminURL: String
  /// What that asks for; nil where it asks for nothing.
  var token: String?

  /// The daemon that is meant where nobody names a URL.
  ///
  /// One on the standard port first, whoever has started it: what a script says today must not lead
  /// elsewhere because somebody starts a second daemon. Where nobody answers there, the only one.
  ///
  /// - Parameters:
  ///   - known: the daemons in the background.
  ///   - standardPort: the port on which this user's daemons serve where nothing else is said.
  ///   - transport: asks whether somebody answers at the default URL.
  /// - Returns: nil for whoever is at the default URL.
  static func meant(
    among known: [KnownDaemon], standardPort: Int, _ transport: DaemonConnection.Transport
  ) -> KnownDaemon? {
    if let own = known.first(where: { $0.port == standardPort }) { return own }
    guard known.count == 1, let only = known.first else { return nil }
    do throws(CurlError) {
      _ = try transport(
        CurlRequest(
          "GET", (Setting.url.defaultValue ?? "") + AdminPath.health, timeout: .seconds(2)))
      return nil
    } catch {
      if case .couldNotConnect = error { return only }
      return nil
    }
  }
}
