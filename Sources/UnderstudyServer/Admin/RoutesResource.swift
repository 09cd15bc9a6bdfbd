import Understudy
package import UnderstudyAPI
package import UnderstudyEngine

/// `GET /__admin/routes`: all routes with their variants.
enum RoutesResource: AdminResource {
  static let path = ["routes"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    .json(list(context, context.switchboard.current))
  }

  /// All routes as they are in a snapshot: what every call answers that may change many.
  static func list(_ context: AdminContext, _ snapshot: Snapshot) -> JSON {
    let hits = context.journal.hits
    return [
      "revision": .int(snapshot.revision),
      "routes": .array(
        context.switchboard.entries.map { entry in
          RouteDescription(entry, snapshot, hits: hits[entry.index]).json
        }),
    ]
  }
}

/// `GET /__admin/routes/{id}`: one route.
enum RouteResource: AdminResource {
  static let path = ["routes", "{id}"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let entry = try context.entry(call.path[1])
    return .json(
      RouteDescription(
        entry, context.switchboard.current, hits: context.journal.hits(ofRoute: entry.index)
      ).json)
  }
}

extension RouteDescription {
  /// A route as it is in a snapshot.
  init(_ entry: RouteEntry, _ snapshot: Snapshot, hits: Int) {
    let choice = snapshot.choices[entry.index]
    self.init(entry, active: choice.plan.variant, source: choice.source, hits: hits)
  }

  /// A route as it is before any choice is made, or with one.
  package init(
    _ entry: RouteEntry, active: String = Variant.default.rawValue, source: ChoiceSource = .default,
    hits: Int = 0
  ) {
    let route = entry.route.route
    var rules = entry.route.rules.json.objectValue ?? [:]
    let requirements = entry.route.requirements.map { $0.rule.rules.json }
    if !requirements.isEmpty { rules["requires"] = .array(requirements) }
    self.init(
      id: entry.id.rawValue, group: entry.route.group, method: route.method.rawValue,
      path: entry.template.text, rules: rules,
      variants: entry.table.names.map { name in
        VariantDescription(
          name: name.rawValue, summary: entry.table.summary(of: name),
          delayMilliseconds: entry.table.ownDelay(of: name)?.wholeMilliseconds)
      }, active: active, source: source.rawValue, hits: hits,
      delayMilliseconds: route.delay?.wholeMilliseconds)
  }
}
