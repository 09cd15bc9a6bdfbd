import UnderstudyAPI

extension CommandRunner {
  /// `status`: what the daemon says about itself.
  func status(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let daemon = try daemon(invocation)
    guard let health = Health(json: try daemon.call("GET", AdminPath.health)) else {
      throw daemon.stranger("other JSON")
    }
    console.output(
      """
      Understudy \(health.version) serves \(health.routes) routes at \(daemon.url)
        up        \(health.uptimeSeconds) s
        revision  \(health.revision)

      """)
    if let url = health.tlsURL { console.output("  https     \(url)\n") }
    return .ok
  }
}
