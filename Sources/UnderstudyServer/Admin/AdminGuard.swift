import Understudy
import UnderstudyAPI

/// Decides who may use the admin API.
///
/// A page on the internet must not flip a local daemon: names can be rebound to 127.0.0.1, numbers
/// cannot, and a page's origin is told by its browser.
struct AdminGuard: Sendable {
  let token: String?
  let hosts: [String]
  let origins: [String]
  /// This machine's name.
  let machine: String

  /// Checks the lines of a call.
  ///
  /// - Throws: ``Problem`` with 401 or 403.
  func check(host: String?, origin: String?, authorization: String?) throws(Problem) {
    if let host, !isAllowed(host: host) {
      throw Problem(
        403, .forbiddenHost,
        "Host '\(host)' may not use the admin API: it takes an IP address, 'localhost', a name of "
          + "one label, '\(machine).local', or a name listed with --admin-host.")
    }
    if let origin, !isAllowed(origin: origin) {
      throw Problem(
        403, .forbiddenOrigin,
        "Origin '\(origin)' may not use the admin API: it takes pages from this machine, the one at "
          + "this address where that is a number or calls need a token (--admin-token), or an origin "
          + "listed with --admin-origin.")
    }
    guard let token else { return }
    guard let authorization, Self.isBearer(authorization, token) else {
      throw Problem(
        401, .unauthorized,
        "The admin API asks for 'Authorization: Bearer TOKEN', with the token that the daemon was "
          + "started with or has printed.")
    }
  }

  /// Whether a `Host` line may reach the admin API.
  func isAllowed(host line: String) -> Bool {
    let name = Self.name(of: line.lowercased())
    if Self.isNumeric(name) || name == "localhost"
      || hosts.contains(where: { $0.lowercased() == name })
    {
      return true
    }
    return !name.isEmpty && (!name.contains(".") || name == "\(machine.lowercased()).local")
  }

  /// Whether an origin is the one to which a call goes, as that of the control panel is.
  ///
  /// Where calls need no token, only numbers, `localhost` and the host of a session count: a name of
  /// one label, `NAME.local` or one of `hosts` can be rebound, and the origin of a page from
  /// elsewhere would be its own.
  ///
  /// - Parameters:
  ///   - origin: the origin.
  ///   - line: the `Host` line, which is checked for itself as that of any other call.
  ///   - isSession: whether that is the host of the call's session.
  ///   - isSecure: whether the call came with TLS.
  /// - Returns: whether it is.
  func isOwn(origin: String, host line: String, isSession: Bool, isSecure: Bool) -> Bool {
    let name = Self.name(of: line.lowercased())
    guard token != nil || isSession || name == "localhost" || Self.isNumeric(name) else {
      return false
    }
    let own = (isSecure ? "https://" : "http://") + line
    return own.lowercased().utf8.elementsEqual(origin.lowercased().utf8)
  }

  /// Whether pages of an origin may use the admin API.
  func isAllowed(origin: String) -> Bool {
    if origins.contains(where: { $0.lowercased() == origin.lowercased() }) { return true }
    guard let separator = origin.firstRange(of: "://") else { return false }
    let host = origin[separator.upperBound...].lowercased()
    let name = Self.name(of: host)
    // It is sent back in a header line: behind the name a port may stand, and nothing else.
    let rest = host.dropFirst(name.count + (host.hasPrefix("[") ? 2 : 0))
    guard rest.isEmpty || (rest.first == ":" && UInt16(digits: String(rest.dropFirst())) != nil)
    else { return false }
    return name == "localhost" || name == "::1"
      || (name.hasPrefix("127.") && Self.isNumeric(name))
  }

  /// The host without its port and brackets.
  private static func name(of host: String) -> String {
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    return String(host.prefix { $0 != ":" })
  }

  private static func isNumeric(_ name: String) -> Bool {
    if name.contains(":") {
      return name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Compares in a time that does not tell how much of the token was right.
  private static func isBearer(_ authorization: String, _ token: String) -> Bool {
    let scheme = "bearer "
    guard authorization.lowercased().hasPrefix(scheme) else { return false }
    let given = Array(authorization.utf8.dropFirst(scheme.utf8.count))
    let expected = Array(token.utf8)
    var difference =
      UInt8(truncatingIfNeeded: given.count ^ expected.count)
      | (given.count == expected.count ? 0 : 1)
    for index in given.indices {
      difference |= given[index] ^ (expected.isEmpty ? 1 : expected[index % expected.count])
    }
    return difference == 0
  }
}
