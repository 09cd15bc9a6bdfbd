import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `POST /__admin/reset`: everything, or some parts, back to the start.
enum ResetResource: AdminResource {
  static let path = ["reset"]
  static let methods = ["POST"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    let request =
      try call.optionalJSON().map { json throws(Problem) in
        try ResetRequest(json: json)
      } ?? ResetRequest()
    for part in request.only {
      switch part {
      case .choices: context.switchboard.clear()
      case .network: context.switchboard.setNetworkDelay(nil)
      case .positions: context.switchboard.resetPositions()
      case .journal: context.switchboard.resetHits()
      case .held:
        for weak in context.daemons.withLock({ $0 }) { weak.daemon?.dropParked() }
      }
    }
    return [
      "revision": .int(context.switchboard.current.revision),
      "reset": .array(request.only.map { .string($0.rawValue) }),
    ]
  }
}
