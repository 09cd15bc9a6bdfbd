import Platform
import Understudy
package import UnderstudyAPI
package import UnderstudyEngine

/// `GET /__admin/routes`: all routes with their variants.
enum RoutesResource: AdminResource {
  static let path = ["routes"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    .json(list(call, context, context.world(call).current))
  }

  /// All routes as they are in a snapshot: what every call answers that may change many.
  static func list(_ call: AdminCall, _ context: AdminContext, _ snapshot: Snapshot) -> JSON {
    let world = context.world(call)
    let hits = context.view(call).hits(ofRoutes: context.board.entries.count)
    return [
      "revision": .int(snapshot.revision),
      "scenario": snapshot.scenario.map { .string($0) } ?? .null,
      "routes": .array(
        context.board.entries.map { entry in
          RouteDescription(entry, world, snapshot, hits: hits[entry.index], at: context.time.now)
            .json
        }),
    ]
  }
}

/// `GET /__admin/routes/{id}`: one route.
enum RouteResource: AdminResource {
  static let path = ["routes", "{id}"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    .json(RouteDescription(try context.entry(call.path[1]), call, context).json)
  }
}

extension RouteDescription {
  /// A route as it is now in the world of a call.
  init(_ entry: RouteEntry, _ call: AdminCall, _ context: AdminContext) {
    let world = context.world(call)
    self.init(
      entry, world, world.current, hits: context.view(call).hits(ofRoute: entry.index),
      at: context.time.now)
  }

  /// A route as it is in a snapshot.
  init(_ entry: RouteEntry, _ world: World, _ snapshot: Snapshot, hits: Int, at now: Moment) {
    let choice = snapshot.choices[entry.index]
    self.init(entry, active: choice.plan.variant, source: choice.source, hits: hits)
    lease = choice.lease.map { Lease($0.rest, world.board, at: now) }
    positions = world.positions(of: entry).map { Position(place: $0.place, taken: $0.taken) }
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
          delayMilliseconds: entry.table.ownDelay(of: name)?.json)
      }, active: active, source: source.rawValue, hits: hits,
      delayMilliseconds: route.delay?.wholeMilliseconds)
  }
}

extension Lease {
  /// What is left of a lease, in the words of the API.
  init(_ rest: LeaseTerm, _ board: Switchboard, at now: Moment) {
    switch rest {
    case .requests(let count): self = .requests(count)
    case .until(let end): self = .seconds((end - now).milliseconds / 1000)
    case .untilRoute(let place): self = .untilRoute(board.entries[place].id.rawValue)
    }
  }
}
