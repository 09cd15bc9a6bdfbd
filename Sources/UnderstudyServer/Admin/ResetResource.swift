import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `POST /__admin/reset`: everything, or some parts, back to the start.
enum ResetResource: AdminResource {
  static let path = ["reset"]
  static let methods = ["POST"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let request =
      try call.optionalJSON().map { json throws(Problem) in
        try ResetRequest(json: json)
      } ?? ResetRequest()
    let parts = Set(request.only)
    if parts.contains(.sessions), call.subject.session != nil {
      throw Problem(
        400, .invalidField,
        "Part 'sessions' is the daemon's: reset it without a session, or end this one by DELETE "
          + "\(AdminPath.sessions)/ID.")
    }
    let world = context.world(call)
    world.reset(
      choices: parts.contains(.choices), network: parts.contains(.network),
      positions: parts.contains(.positions))
    if parts.contains(.held) {
      world.dropLatecomers()
      context.dropParked(of: world)
    }
    if parts.contains(.journal) { context.clearJournal(of: world) }
    if parts.contains(.sessions) {
      for session in context.sessions.all { context.sessions.end(session) }
    }
    return .json([
      "revision": .int(world.current.revision),
      "reset": .array(request.only.map { .string($0.rawValue) }),
    ])
  }
}

extension AdminContext {
  /// Forgets what a world has on record.
  func clearJournal(of world: World) {
    journal.clear(world.book)
    // What names no session there is belongs to nobody, and goes with what is the base's.
    if world.book === journal.base { journal.clear(journal.strays) }
    events.add(
      .changed(.journal, revision: world.current.revision, session: world.book.session))
  }
}
