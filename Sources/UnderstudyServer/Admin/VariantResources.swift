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
    let snapshot = try context.change([(.route(entry.index), override)])
    return RouteDescription(entry, snapshot).json
  }
}

/// `PUT` and `DELETE /__admin/variant`: the override for all routes.
enum VariantResource: AdminResource {
  static let path = ["variant"]
  static let methods = ["PUT", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    let override =
      call.method == "PUT" ? Override(try VariantChoice(json: call.json())) : nil
    return RoutesResource.list(context, try context.change([(.all, override)]))
  }
}

/// `PATCH` and `DELETE /__admin/variants`: many overrides in one step.
enum VariantsResource: AdminResource {
  static let path = ["variants"]
  static let methods = ["PATCH", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    guard call.method == "PATCH" else {
      return RoutesResource.list(context, context.switchboard.clear())
    }
    var changes: [(selector: Selector, override: Override?)] = []
    for (name, choice) in try VariantChanges(json: call.json()).changes {
      do throws(SwitchProblem) {
        changes.append((try context.switchboard.selector(name), choice.map { Override($0) }))
      } catch {
        throw Problem(error)
      }
    }
    return RoutesResource.list(context, try context.change(changes))
  }
}
