import Platform
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

/// `GET`, `PUT`, `PATCH` and `DELETE /__admin/variants`: many overrides in one step.
enum VariantsResource: AdminResource {
  static let path = ["variants"]
  static let methods = ["GET", "PUT", "PATCH", "DELETE"]
  static let drainingMethods = ["PUT", "PATCH", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let world = context.world(call)
    let snapshot: Snapshot
    switch call.method {
    case "GET": return .json(ChosenVariants(world.current, context).json)
    case "PUT": snapshot = try replace(ChosenVariants(json: call.json()), world, context)
    case "PATCH":
      snapshot = try context.change(
        call, try context.overrides(VariantChanges(json: call.json())))
    default: snapshot = world.clear()
    }
    return .json(RoutesResource.list(call, context, snapshot))
  }

  private static func replace(
    _ chosen: ChosenVariants, _ world: World, _ context: AdminContext
  ) throws(Problem) -> Snapshot {
    var overrides: [(selector: Selector, override: Override)] = []
    for (name, choice) in chosen.overrides {
      overrides.append((try context.selector(name), try context.override(choice)))
    }
    try context.check(scenario: chosen.scenario, for: world)
    do throws(SwitchProblem) {
      return try world.replaceChoices(scenario: chosen.scenario, overrides)
    } catch {
      throw Problem(error)
    }
  }
}

extension ChosenVariants {
  /// What is chosen in a snapshot, and what is left of leases.
  fileprivate init(_ snapshot: Snapshot, _ context: AdminContext) {
    let (board, now) = (context.board, context.time.now)
    self.init(
      scenario: snapshot.scenario,
      overrides: snapshot.layers.map { selector, choice, rest in
        let lease = rest.map { Lease($0, board, at: now) }
        return switch choice {
        case .variant(let variant):
          (board.names.name(of: selector), .variant(variant, lease: lease))
        case .outcome(let outcome):
          (board.names.name(of: selector), .outcome(outcome, lease: lease))
        }
      })
  }
}

extension AdminCall {
  /// The override that a PUT asks for; nil where it is a DELETE.
  fileprivate func override(_ context: AdminContext) throws(Problem) -> Override? {
    method == "PUT" ? try context.override(VariantChoice(json: json())) : nil
  }
}
