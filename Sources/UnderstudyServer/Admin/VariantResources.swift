import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `PUT` and `DELETE /__admin/routes/{id}/variant`: the override for one route.
enum RouteVariantResource: AdminResource {
  static let path = ["routes", "{id}", "variant"]
  static let methods = ["PUT", "DELETE"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let entry = try context.entry(call.path[1])
    _ = try context.change(call, [(.route(entry.index), try call.override(context))])
    return .json(RouteDescription(entry, call, context).json)
  }
}

/// `PUT` and `DELETE /__admin/variant`: the override for all routes.
enum VariantResource: AdminResource {
  static let path = ["variant"]
  static let methods = ["PUT", "DELETE"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let snapshot = try context.change(call, [(.all, try call.override(context))])
    return .json(RoutesResource.list(call, context, snapshot))
  }
}

/// `PATCH` and `DELETE /__admin/variants`: many overrides in one step.
enum VariantsResource: AdminResource {
  static let path = ["variants"]
  static let methods = ["PATCH", "DELETE"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let snapshot =
      call.method == "PATCH"
      ? try context.change(call, try context.overrides(VariantChanges(json: call.json())))
      : context.world(call).clear()
    return .json(RoutesResource.list(call, context, snapshot))
  }
}

extension AdminCall {
  /// The override that a PUT asks for; nil where it is a DELETE.
  fileprivate func override(_ context: AdminContext) throws(Problem) -> Override? {
    method == "PUT" ? try context.override(VariantChoice(json: json())) : nil
  }
}
