import MicroHTTPD
import Synchronization
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/events`: what happens, as Server-Sent Events.
enum EventsResource: AdminResource {
  static let path = ["events"]
  static let methods = ["GET"]
  static let reach = AdminReach.everything

  /// How many readers there may be: each is a connection that stays open.
  static let readerLimit = 256

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let events = context.events
    let newest = events.begin()
    let start = try call.lastEventID.map { text throws(Problem) -> UInt64 in
      guard let id = UInt64(digits: text) else {
        throw Problem(
          400, .invalidField,
          "The header 'Last-Event-ID' must be the id of an event, a whole number, not '\(text)'.")
      }
      // A higher one is of an earlier daemon: what happened there nobody knows.
      return min(id, newest)
    }
    guard events.readerCount < readerLimit else {
      throw Problem(
        503, .tooManyReaders,
        "There are \(readerLimit) readers of events already, which is all there may be.")
    }
    let heartbeat = context.heartbeat
    let (subject, use) = (call.subject, call.subject.session.map { SessionUse($0, context.time) })
    return .stream(
      headers: [Header("Content-Type", "text/event-stream"), Header("X-Accel-Buffering", "no")]
    ) {
      EventStream(
        events, after: start ?? newest, concerns: { subject.concerns($0) },
        isOver: { subject.isOver || context.isHandedOver.load(ordering: .relaxed) }, use: use,
        heartbeat: heartbeat)
    }
  }
}
