extension Outcome {
  /// The same outcome with this status.
  public func status(_ code: Int) -> Outcome {
    var copy = self
    copy.status = code
    return copy
  }

  /// The same outcome with one more header line; several lines of one name are sent in order.
  ///
  /// A header that the daemon would send by itself (`Content-Type`, `Cache-Control`) is replaced.
  /// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the daemon's own; a
  /// catalog check refuses them.
  public func header(_ name: String, _ value: String) -> Outcome {
    var copy = self
    copy.headers.append(Header(name, value))
    return copy
  }

  /// The same outcome with a `Set-Cookie` line (RFC 6265, 4.1).
  ///
  /// - Parameters:
  ///   - name: the cookie's name.
  ///   - value: its value, as it is sent.
  ///   - path: the paths that it is sent back to.
  ///   - maxAge: how long it is kept; until the client ends where left out.
  ///   - httpOnly: whether scripts are kept from it.
  ///   - secure: whether it is sent back over HTTPS only.
  /// - Returns: the outcome with the line.
  public func cookie(
    _ name: String, _ value: String, path: String = "/", maxAge: Duration? = nil,
    httpOnly: Bool = false, secure: Bool = false
  ) -> Outcome {
    var line = "\(name)=\(value); Path=\(path)"
    if let maxAge { line += "; Max-Age=\(maxAge.components.seconds)" }
    if httpOnly { line += "; HttpOnly" }
    if secure { line += "; Secure" }
    return header("Set-Cookie", line)
  }

  /// The same outcome, later: from the end of the request to the first byte of the answer.
  ///
  /// Replaces the route's delay and the network's; zero does too.
  public func delayed(_ duration: Duration) -> Outcome {
    var copy = self
    copy.delay = .fixed(duration)
    return copy
  }
}
