import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `POST` and `DELETE /__admin/sessions/{id}/offline`: the choice of `offline` for all routes of a
/// session, with which its port refuses connections.
enum SessionOfflineResource: AdminResource {
  static let path = ["sessions", "{id}", "offline"]
  static let methods = ["POST", "DELETE"]
  static let reach = AdminReach.sessions
  static let drainingMethods = methods

  static func drained(
    _ call: AdminCall, _ context: AdminContext
  ) throws(Problem) -> AdminSubject { .session(try context.session(call.path[1])) }

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let session = try context.session(call.path[1])
    // The call is a use of it.
    _ = SessionUse(session, context.time)
    if let json = try call.optionalJSON(), json != [:] {
      throw Problem(400, .unknownField, "The call takes no fields: send no body.")
    }
    if call.method == "POST" {
      do throws(SwitchProblem) {
        try session.world.change([(.all, .variant(.offline))])
      } catch {
        throw Problem(error)
      }
    } else {
      session.world.takeBack(.offline, for: .all)
    }
    return .json(context.description(of: session).json)
  }
}
