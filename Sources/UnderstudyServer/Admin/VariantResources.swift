import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `PUT` and `DELETE /__admin/routes/{id}/variant`: the override for one route.
enum RouteVariantResource: AdminResource {
  static let path = ["routes", "{id}", "variant"]
  static let methods = ["PUT", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let entry = try context.entry(call.path[1])
    let override =
      call.method == "PUT" ? Override(try VariantChoice(json: call.json())) : nil
    let snapshot = try context.change([(.route(entry.index), override)])
    return .json(
      RouteDescription(entry, snapshot, hits: context.journal.hits(ofRoute: entry.index)).json)
  }
}

/// `PUT` and `DELETE /__admin/variant`: the override for all routes.
enum VariantResource: AdminResource {
  static let path = ["variant"]
  static let methods = ["PUT", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let override =
      call.method == "PUT" ? Override(try VariantChoice(json: call.json())) : nil
    return .json(RoutesResource.list(context, try context.change([(.all, override)])))
  }
}

/// `PATCH` and `DELETE /__admin/variants`: many overrides in one step.
enum VariantsResource: AdminResource {
  static let path = ["variants"]
  static let methods = ["PATCH", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    guard call.method == "PATCH" else {
      return .json(RoutesResource.list(context, context.switchboard.clear()))
    }
    var changes: [(selector: Selector, override: Override?)] = []
    for (name, choice) in try VariantChanges(json: call.json()).changes {
      do throws(SwitchProblem) {
        changes.append((try context.switchboard.names.selector(name), choice.map { Override($0) }))
      } catch {
        throw Problem(error)
      }
    }
    return .json(RoutesResource.list(context, try context.change(changes)))
  }
}
