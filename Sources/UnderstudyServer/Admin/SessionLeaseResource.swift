import Understudy
import UnderstudyAPI

/// `GET /__admin/sessions/{id}/lease`: an open stream that the session lives with.
///
/// A process that holds it open takes its session with it, however it ends. Of several streams, the
/// first that closes ends the session, and with it the others.
enum SessionLeaseResource: AdminResource {
  static let path = ["sessions", "{id}", "lease"]
  static let methods = ["GET"]
  static let reach = AdminReach.sessions

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let session = try context.session(call.path[1])
    return .stream(
      headers: [Header("Content-Type", "text/event-stream"), Header("X-Accel-Buffering", "no")]
    ) {
      LeaseStream(session, context.description(of: session), context)
    }
  }
}
