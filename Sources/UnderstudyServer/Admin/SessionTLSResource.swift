import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `PUT` and `DELETE /__admin/sessions/{id}/tls`: what clients of a session meet that speak TLS.
enum SessionTLSResource: AdminResource {
  static let path = ["sessions", "{id}", "tls"]
  static let methods = ["PUT", "DELETE"]
  static let reach = AdminReach.sessions

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let session = try context.session(call.path[1])
    // The call is a use of it.
    _ = SessionUse(session, context.time)
    if call.method == "PUT" {
      let choice = try TLSChoice(json: call.json())
      try context.check(choice.profile)
      try context.tlsNames.set(choice.names, of: session)
      session.world.setTLS(choice.profile)
    } else {
      context.tlsNames.drop(session)
      session.world.setTLS(nil)
    }
    return .json(context.description(of: session).json)
  }
}

extension AdminContext {
  /// Finds out whether clients can meet a profile.
  ///
  /// - Throws: ``Problem`` where the daemon does not speak TLS, or has no such certificate.
  func check(_ profile: TLSProfile?) throws(Problem) {
    guard let identities = profiles.identities else {
      throw Problem(
        422, .tlsUnavailable, "This daemon speaks no TLS: start it with --tls-port.")
    }
    guard let profile, let missing = profiles.missing(profile, identities) else { return }
    throw Problem(422, .tlsUnavailable, missing.message)
  }

  /// Finds out whether the TLS profile of a scenario can be had by a world.
  ///
  /// - Throws: ``Problem`` where it cannot.
  func check(scenario: String?, for world: World?) throws(Problem) {
    let refusal = profiles.refusal(
      ofScenario: scenario, board, isBase: world === sessions.base)
    if let refusal { throw Problem(refusal) }
  }
}
