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
    case "PUT": world.setNetwork(try context.network(NetworkConditions(json: call.json())))
    case "DELETE": world.setNetwork(Network())
    default: break
    }
    return .json(NetworkConditions(world.current.network).json)
  }
}

extension AdminContext {
  /// The conditions that a call asks for.
  ///
  /// - Throws: ``Problem`` where no route has the variant of its failures.
  func network(_ conditions: NetworkConditions) throws(Problem) -> Network {
    if let variant = conditions.failures?.variant,
      !board.entries.contains(where: { $0.table.has(variant) })
    {
      var known: [String] = []
      for name in board.entries.flatMap({ $0.table.names.map(\.rawValue) })
      where !known.contains(name) {
        known.append(name)
      }
      let suggestion = Spelling.suggestion(for: variant.rawValue, among: known)
      throw Problem(
        422, .unknownVariant,
        "Field 'failures.variant' names '\(variant)', which no route has.\(suggestion)",
        members: ["known": .array(known.map { .string($0) })])
    }
    return Network(conditions)
  }
}

extension Network {
  /// The conditions of a call.
  init(_ conditions: NetworkConditions) {
    self.init(
      delay: conditions.delayMilliseconds.map { .milliseconds($0) },
      jitter: conditions.jitterMilliseconds.map { .milliseconds($0) },
      bytesPerSecond: conditions.bytesPerSecond,
      failures: conditions.failures.map {
        Failures(rate: $0.rate, variant: $0.variant, seed: $0.seed)
      })
  }
}

extension NetworkConditions {
  /// The conditions of a world.
  init(_ network: Network) {
    self.init(
      delayMilliseconds: network.delay?.wholeMilliseconds,
      jitterMilliseconds: network.jitter?.wholeMilliseconds,
      bytesPerSecond: network.bytesPerSecond,
      failures: network.failures.map {
        Failures(rate: $0.rate, variant: $0.variant, seed: $0.seed)
      })
  }
}
