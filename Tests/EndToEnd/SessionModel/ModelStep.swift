import Understudy

/// One thing that a client of the model does.
enum ModelStep: Sendable {
  case request(ModelRequest)
  /// Sends a request that is held, and releases it with a variant.
  case hold(ModelRequest, thenRelease: String)
  case delay(milliseconds: Int?)
  case put(WorldModel.Override, for: String)
  case drop(String)
  case patch([String: WorldModel.Override?])
  /// A change of which a part does not fit: nothing of it is made.
  case refused(WorldModel.Override, for: String)
  case clear
  case choose(String, keepsOverrides: Bool)
  case chooseNone
  case reset(Set<String>)
  case lookAtRoute(String)
  case lookAtRoutes
  case lookAtJournal(limit: Int)
  case verify(route: String)
  case verifyUnmatched
  /// What a session alone can do.
  case goOffline
  case comeBack
  case beginAnew
}

extension ModelStep {
  /// Throws a step: more than half of them are requests.
  static func random(
    _ dice: inout Dice, by client: String, _ way: WorldClient.Way
  ) -> ModelStep {
    let isBase = way == .none
    switch Int.random(in: 0..<100, using: &dice) {
    case ..<57: return .request(request(&dice, by: client))
    case ..<59:
      var request = request(&dice, by: client)
      let route = dice.one(of: ModelRoute.all)
      request.route = route
      request.target = "\(route.path)?by=\(client)"
      return .hold(request, thenRelease: dice.one(of: route.outcomes.keys.sorted()))
    case ..<60: return .delay(milliseconds: dice.one(of: [nil, nil, 1, 3]))
    case ..<70:
      let selector = dice.one(of: ModelRoute.selectors)
      return .put(override(&dice, for: selector, by: client, way), for: selector)
    case ..<73: return .drop(dice.one(of: ModelRoute.selectors))
    case ..<77:
      var changes: [String: WorldModel.Override?] = [:]
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let selector = dice.one(of: ModelRoute.selectors)
        let override = dice.isOne(in: 4) ? nil : override(&dice, for: selector, by: client, way)
        changes.updateValue(override, forKey: selector)
      }
      return .patch(changes)
    case ..<78:
      // Not the route that is asked for what it lacks: a name stands in a change once.
      let selector = dice.one(of: ModelRoute.selectors.filter { $0 != "shop.about" })
      return .refused(override(&dice, for: selector, by: client, way), for: selector)
    case ..<80: return .clear
    case ..<82:
      return .choose(
        dice.one(of: ModelRoute.scenarios.keys.sorted()), keepsOverrides: dice.isOne(in: 2))
    case ..<83: return .chooseNone
    case ..<86:
      return .reset(
        dice.one(of: [
          ["choices"], ["positions"], ["journal"], ["positions", "journal"],
          ["choices", "network", "positions", "journal", "held"],
        ]))
    case ..<89: return .lookAtRoute(dice.one(of: ModelRoute.all).id)
    case ..<90: return .lookAtRoutes
    case ..<93: return .lookAtJournal(limit: dice.one(of: [3, 30, 300]))
    case ..<96: return .verify(route: dice.one(of: ModelRoute.all).id)
    case ..<97: return .verifyUnmatched
    case ..<98 where !isBase: return .goOffline
    case ..<99 where !isBase: return .comeBack
    default: return isBase ? .lookAtRoutes : .beginAnew
    }
  }

  private static func request(_ dice: inout Dice, by client: String) -> ModelRequest {
    let route = dice.isOne(in: 20) ? nil : dice.one(of: ModelRoute.all)
    var request = ModelRequest(
      route: route, target: "\(route?.path ?? "/nowhere")?by=\(client)")
    request.hasToken = dice.isOne(in: 2)
    if dice.isOne(in: 3) { request.name = "nobody" }
    guard let route, dice.isOne(in: 8) else { return request }
    request.wanted =
      dice.isOne(in: 5)
      ? "unheardOf" : dice.one(of: route.outcomes.keys.sorted())
    return request
  }

  /// A choice that some route has of those that a name reaches.
  static func override(
    _ dice: inout Dice, for selector: String, by client: String, _ way: WorldClient.Way
  ) -> WorldModel.Override {
    let names = Set(ModelRoute.reached(by: selector).flatMap(\.outcomes.keys))
    let choice: ModelChoice =
      switch Int.random(in: 0..<8, using: &dice) {
      // Nobody but this client in this step chooses it.
      case 0: .outcome(.answer(200, client))
      case 1: .outcome(.steps([.answer(211, ""), .answer(212, "")], loops: true))
      default: .variant(dice.one(of: names.sorted()))
      }
    let lease: WorldModel.Lease? =
      switch Int.random(in: 0..<8, using: &dice) {
      case 0, 1: .requests(Int.random(in: 1...4, using: &dice))
      case 2: .untilRoute(dice.one(of: ["account.refresh", "account.login", "shop.front"]))
      case 3: .hours
      default: nil
      }
    // Where a lease ends over `offline` for all, a port goes down at once, and with it the connection
    // of the request that ends it; the base's leases may come to a session with a port.
    let goesDown = selector == "*" && [.port, .none].contains(way)
    return WorldModel.Override(choice: choice, lease: goesDown && lease != .hours ? nil : lease)
  }
}

extension WorldModel.Override: CustomStringConvertible {
  var description: String { json.text }
}

extension WorldModel.Slot: CustomStringConvertible {
  var description: String { layers.map(\.description).joined(separator: " over ") }
}

// MARK: - In the words of the API

extension WorldModel.Override {
  /// The body of a PUT, and the value in a PATCH.
  var json: JSON {
    var members: JSON.Object = [:]
    switch choice {
    case .variant(let name): members["variant"] = .string(name)
    case .outcome(let outcome): members["outcome"] = outcome.json
    }
    if let lease { members["lease"] = lease.json }
    return .object(members)
  }
}

extension WorldModel.Lease {
  var json: JSON {
    switch self {
    case .requests(let left): ["requests": .int(left)]
    case .untilRoute(let id): ["untilRoute": .string(id)]
    case .hours: ["seconds": 36_000]
    }
  }
}

extension ModelOutcome {
  /// The form in which it is given on the spot.
  var json: JSON {
    switch self {
    case .answer(let status, ""): ["status": .int(status)]
    case .answer(let status, let body): ["status": .int(status), "text": .string(body)]
    case .reset: ["fault": "reset"]
    case .steps(let steps, let loops):
      ["sequence": .array(steps.map(\.json)), "then": .string(loops ? "loop" : "last")]
    case .draw: preconditionFailure("the model draws nothing on the spot")
    }
  }
}
