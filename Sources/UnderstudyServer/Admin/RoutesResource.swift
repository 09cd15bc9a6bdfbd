import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/routes`: all routes with their variants.
enum RoutesResource: AdminResource {
  static let path = ["routes"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    list(context)
  }

  /// All routes, as every call that may change many answers.
  static func list(_ context: AdminContext) -> JSON {
    let snapshot = context.switchboard.current
    return [
      "revision": .int(snapshot.revision),
      "routes": .array(
        context.switchboard.entries.map { RouteDescription($0, snapshot).json }),
    ]
  }
}

/// `GET /__admin/routes/{id}`: one route.
enum RouteResource: AdminResource {
  static let path = ["routes", "*"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> JSON {
    let entry = try context.entry(call.path[1])
    return RouteDescription(entry, context.switchboard.current).json
  }
}

extension RouteDescription {
  /// A route as it is in a snapshot.
  init(_ entry: RouteEntry, _ snapshot: Snapshot) {
    let route = entry.route.route
    let choice = snapshot.choices[entry.index]
    var query: JSON.Object?
    if let pairs = route.query.pairs {
      query = JSON.Object(
        pairs.map { pair in
          switch pair.value {
          case .equals(let text): (pair.name, .string(text))
          }
        })
    }
    self.init(
      id: entry.id.rawValue, group: entry.route.group, method: route.method.rawValue,
      path: entry.template.text, query: query,
      variants: entry.table.names.map { name in
        VariantDescription(
          name: name.rawValue, summary: entry.table.summary(of: name),
          delayMilliseconds: entry.table.ownDelay(of: name)?.wholeMilliseconds)
      }, active: choice.plan.variant, source: choice.source.rawValue, hits: entry.hits,
      delayMilliseconds: route.delay?.wholeMilliseconds)
  }
}
