import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `PUT` and `DELETE /__admin/routes/{id}/variant`: the override for one route.
enum RouteVariantResource: AdminResource {
  static let path = ["routes", "*", "variant"]
  static let methods = ["PUT", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    let entry = try context.entry(call.path[1])
    let override =
      call.method == "PUT" ? Override(try VariantChoice(json: call.json())) : nil
    try context.change([(.route(entry.index), override)])
    return RouteDescription(entry, context.switchboard.current).json
  }
}

/// `PUT` and `DELETE /__admin/variant`: the override for all routes.
enum VariantResource: AdminResource {
  static let path = ["variant"]
  static let methods = ["PUT", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    let override =
      call.method == "PUT" ? Override(try VariantChoice(json: call.json())) : nil
    try context.change([(.all, override)])
    return RoutesResource.list(context)
  }
}

/// `PATCH` and `DELETE /__admin/variants`: many overrides in one step.
enum VariantsResource: AdminResource {
  static let path = ["variants"]
  static let methods = ["PATCH", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    guard call.method == "PATCH" else {
      context.switchboard.clear()
      return RoutesResource.list(context)
    }
    var changes: [(selector: Selector, override: Override?)] = []
    for (name, choice) in try VariantChanges(json: call.json()).changes {
      do throws(SwitchProblem) {
        changes.append((try context.switchboard.selector(name), choice.map { Override($0) }))
      } catch {
        throw Problem(error)
      }
    }
    try context.change(changes)
    return RoutesResource.list(context)
  }
}
