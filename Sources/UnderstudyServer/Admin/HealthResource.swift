import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/health`: whether the daemon serves.
enum HealthResource: AdminResource {
  static let path = ["health"]
  static let methods = ["GET"]
  static let isExempt = true

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let (seconds, _) = (context.time.now - context.startedAt).components
    let health = Health(
      version: Version.current, uptimeSeconds: Int(seconds),
      routes: context.board.entries.count, revision: context.world(call).current.revision,
      tlsURL: context.base.secure, problems: context.troubles.messages)
    return .json(health.json)
  }
}
