import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET`, `PUT` and `DELETE /__admin/network`: the conditions of all answers.
enum NetworkResource: AdminResource {
  static let path = ["network"]
  static let methods = ["GET", "PUT", "DELETE"]

  static let drainingMethods = ["PUT", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let world = context.world(call)
    switch call.method {
    case "PUT":
      let conditions = try NetworkConditions(json: call.json())
      world.setNetworkDelay(conditions.delayMilliseconds.map { .milliseconds($0) })
    case "DELETE": world.setNetworkDelay(nil)
    default: break
    }
    let delay = world.current.networkDelay
    return .json(NetworkConditions(delayMilliseconds: delay?.wholeMilliseconds).json)
  }
}
