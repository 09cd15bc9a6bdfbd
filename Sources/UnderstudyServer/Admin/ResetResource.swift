import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `POST /__admin/reset`: everything, or some parts, back to the start.
enum ResetResource: AdminResource {
  static let path = ["reset"]
  static let methods = ["POST"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let request =
      try call.optionalJSON().map { json throws(Problem) in
        try ResetRequest(json: json)
      } ?? ResetRequest()
    let parts = Set(request.only)
    context.switchboard.reset(
      choices: parts.contains(.choices), network: parts.contains(.network),
      positions: parts.contains(.positions))
    if parts.contains(.held) {
      // Calls that wait for the journal are parked too: whoever resets a test means not another's.
      for weak in context.daemons.withLock({ $0 }) {
        weak.daemon?.dropParked(where: { !($0.attachment is WaitingCall) })
      }
    }
    if parts.contains(.journal) {
      context.journal.clear()
      context.events.add(.changed(.journal, revision: context.switchboard.current.revision))
    }
    return .json([
      "revision": .int(context.switchboard.current.revision),
      "reset": .array(request.only.map { .string($0.rawValue) }),
    ])
  }
}
