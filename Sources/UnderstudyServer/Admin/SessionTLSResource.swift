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
    guard let identities else {
      throw Problem(
        422, .tlsUnavailable, "This daemon speaks no TLS: start it with --tls-port.")
    }
    guard let profile, profile.needsIdentity else { return }
    do throws(IdentityProblem) {
      _ = try identities.identity(profile, for: nil)
    } catch {
      throw Problem(422, .tlsUnavailable, error.message)
    }
  }
}
