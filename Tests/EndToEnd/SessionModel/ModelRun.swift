import Platform
import TestSupport
import Understudy

/// One client's life: it does random things to its world, and compares what it sees with the model.
final class ModelRun {
  /// What is seen and is not as it must be.
  struct Mismatch: Error, CustomStringConvertible {
    var description: String
  }

  /// What clients have in common.
  final class Surroundings: Sendable {
    let seed: Int
    let port: Int
    /// What the draws of the route with weights give, as those saw who came there first: they are
    /// the same in all worlds.
    private let draws = Lock([Int: Int]())

    init(seed: Int, port: Int) {
      self.seed = seed
      self.port = port
    }

    /// What a draw gives, by what this one or another client has seen of it.
    func draw(_ number: Int, seen status: Int) -> Int {
      draws.withLock { draws in
        let known = draws[number] ?? status
        draws[number] = known
        return known
      }
    }
  }

  let number: Int
  let way: WorldClient.Way
  let surroundings: Surroundings
  var dice: Dice
  var model = WorldModel()
  var client: WorldClient
  private(set) var stepCount = 0
  private var wasCutOff = false
  private var trail: [String] = []

  /// A client of the base.
  init(_ number: Int, _ way: WorldClient.Way, _ surroundings: Surroundings) {
    self.number = number
    self.way = way
    self.surroundings = surroundings
    dice = Dice(seed: surroundings.seed &* 1_000_003 &+ number)
    client = WorldClient(.none, mainPort: surroundings.port)
  }

  var isBase: Bool { way == .none }

  /// Whether its own way leads nowhere at present.
  var isCutOff: Bool { way == .port && model.isOffline }

  /// Does one thing.
  ///
  /// - Parameter beginAnew: ends the session, and begins another.
  /// - Throws: ``Mismatch``.
  func step(beginAnew: (ModelRun) throws -> Void) throws {
    stepCount += 1
    var step = ModelStep.random(&dice, by: "\(number).\(stepCount)", way)
    // Without this a client with a port of its own would be away for most of the time.
    if isCutOff, dice.isOne(in: 3) { step = dice.isOne(in: 2) ? .clear : .chooseNone }
    trail.append("\(step)")
    do {
      if case .beginAnew = step { try beginAnew(self) } else { try perform(step) }
    } catch {
      throw Mismatch(
        description: """
          Seed \(surroundings.seed), client \(number) by \(way), step \(stepCount): \(error)
            session   \(client.id)
            steps     \(trail.suffix(12).joined(separator: "\n            "))
            overrides \(model.slots)
            scenario  \(model.scenario ?? "none")
          """)
    }
    if isCutOff { client.disconnect() }
  }

  private func perform(_ step: ModelStep) throws {
    // The model goes ahead: a call that takes the session's port offline loses its own connection, and
    // is made by another way.
    wasCutOff = isCutOff
    switch step {
    case .request(let request): try send(request)
    case .hold(let request, let variant): try hold(request, thenRelease: variant)
    case .delay(let milliseconds):
      model.delay = milliseconds
      let body: JSON? = milliseconds.map { ["delayMilliseconds": .int($0)] }
      try admin(body == nil ? "DELETE" : "PUT", "/network", body)
    case .put(let override, let selector):
      model.patch([selector: override])
      switch selector {
      case "*": try admin("PUT", "/variant", override.json)
      case let group where group.hasSuffix(".*"):
        try admin("PATCH", "/variants", .object([selector: override.json]))
      default: try admin("PUT", "/routes/\(selector)/variant", override.json)
      }
    case .drop(let selector):
      model.patch([selector: nil])
      switch selector {
      case "*": try admin("DELETE", "/variant")
      case let group where group.hasSuffix(".*"):
        try admin("PATCH", "/variants", .object([selector: .null]))
      default: try admin("DELETE", "/routes/\(selector)/variant")
      }
    case .patch(let changes):
      model.patch(changes)
      try admin("PATCH", "/variants", Self.json(changes))
    case .refused(let override, let selector):
      try admin(
        "PATCH", "/variants", .object([selector: override.json, "shop.about": "forbidden"]),
        status: 422)
    case .clear:
      model.clear()
      try admin("DELETE", "/variants")
    case .choose(let name, let keepsOverrides):
      model.choose(name, keepsOverrides: keepsOverrides)
      var body: JSON.Object = ["scenario": .string(name)]
      if keepsOverrides { body["keepOverrides"] = true }
      try admin("PUT", "/scenario", .object(body))
    case .chooseNone:
      model.choose(nil, keepsOverrides: true)
      try admin("DELETE", "/scenario")
    case .reset(let parts):
      model.reset(parts)
      try admin("POST", "/reset", ["only": .array(parts.sorted().map { .string($0) })])
    case .lookAtRoute(let id): try compare(route: id, admin("GET", "/routes/\(id)").json)
    case .lookAtRoutes: try lookAtRoutes()
    case .lookAtJournal(let limit): try lookAtJournal(limit: limit)
    case .verify(let route): try verify(route: route)
    case .verifyUnmatched: try verifyUnmatched()
    case .goOffline:
      model.patch(["*": WorldModel.Override(choice: .variant("offline"))])
      try offline("POST")
    case .comeBack:
      model.comeBack()
      try offline("DELETE")
    case .beginAnew: preconditionFailure("a life of its own")
    }
  }

  /// The body of a PATCH.
  static func json(_ changes: [String: WorldModel.Override?]) -> JSON {
    .object(JSON.Object(changes.map { ($0.key, $0.value?.json ?? .null) }))
  }

  /// Makes an admin call about its world, by one way or the other.
  @discardableResult
  func admin(
    _ method: String, _ path: String, _ body: JSON? = nil, status: Int = 200
  ) throws -> RawReply {
    let reply = try client.admin(
      method, path, body, byOwnWay: !wasCutOff && !isCutOff && dice.isOne(in: 2))
    guard reply.status == status else {
      throw Mismatch(
        description: "\(method) \(path) is \(reply.status), not \(status): \(reply.text)")
    }
    return reply
  }

  private func offline(_ method: String) throws {
    let path = "/sessions/\(client.id)/offline"
    let reply = try client.daemon(method, path)
    guard reply.status == 200, reply.json?["offline"]?.boolValue == model.isOffline else {
      throw Mismatch(description: "\(method) \(path) is \(reply.status): \(reply.text)")
    }
  }
}
