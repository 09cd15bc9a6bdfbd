extension WorldModel {
  /// Answers a request, and takes what it uses up.
  mutating func answer(_ request: ModelRequest) -> ModelAnswer {
    let answer = decide(request)
    var status: Int?
    if case .answer(let code, _) = answer.ending { status = code }
    records.append(
      Record(
        target: request.target, route: request.route?.id, variant: answer.variant,
        source: answer.source, status: status))
    return answer
  }

  /// Notes what a draw has given.
  mutating func note(drawn status: Int) { records[records.count - 1].status = status }

  /// How many requests a route has taken.
  func hits(of route: String) -> Int { records.count { $0.route == route } }

  private mutating func decide(_ request: ModelRequest) -> ModelAnswer {
    guard let route = request.route else {
      return ModelAnswer(ending: .answer(status: 404, body: nil))
    }
    if let wanted = request.wanted, route.outcomes[wanted] == nil {
      return ModelAnswer(ending: .answer(status: 400, body: nil), source: "request")
    }
    endLeases { $0 == .untilRoute(route.id) }
    if let wanted = request.wanted {
      return perform(.variant(wanted), on: route, request, source: "request")
    }
    if let found = override(for: route) {
      return perform(found, on: route, request)
    }
    if let choice = scenarioChoice(for: route) {
      return perform(choice, on: route, request, source: "scenario", override: Place.ofScenario)
    }
    if route.groups.contains("me"), !request.hasToken {
      return perform(.variant("unauthorized"), on: route, request, source: "requirement")
    }
    if route.id == "account.login", request.name == "nobody" {
      return perform(.variant("unauthorized"), on: route, request, source: "rule")
    }
    return perform(.variant("default"), on: route, request, source: "default")
  }

  /// Performs an override, and takes a request of its lease.
  private mutating func perform(
    _ found: Found, on route: ModelRoute, _ request: ModelRequest
  ) -> ModelAnswer {
    let answer = perform(
      found.override.choice, on: route, request, source: found.source,
      override: found.override.number)
    let isFree = answer.ending == .reset && request.isSentAgain
    if case .requests(let left) = found.override.lease, !isFree {
      let place = slots[found.selector]?.leased.firstIndex { $0.serial == found.override.serial }
      if let place { slots[found.selector]?.leased[place].lease = .requests(left - 1) }
      endLeases { $0 == .requests(0) }
    }
    return answer
  }

  private mutating func perform(
    _ choice: ModelChoice, on route: ModelRoute, _ request: ModelRequest, source: String,
    override number: Int = 0
  ) -> ModelAnswer {
    guard let outcome = choice.outcome(on: route) else { preconditionFailure(route.id) }
    var place = Place(route: route.id, variant: choice.name)
    if case .outcome = choice { place.override = number }
    let ending = ending(of: outcome, at: place, isSentAgain: request.isSentAgain)
    if route.id == "account.login", choice.name == "default" {
      put(Override(choice: .variant("default")), for: "me.*")
    }
    return ModelAnswer(ending: ending, variant: choice.name, source: source)
  }

  private mutating func ending(
    of outcome: ModelOutcome, at place: Place, isSentAgain: Bool
  ) -> ModelAnswer.Ending {
    let taken = positions[place, default: 0]
    switch outcome {
    case .answer(let status, let body): return .answer(status: status, body: body)
    case .reset: return .reset
    case .draw:
      positions[place] = taken + 1
      return .draw(taken)
    case .steps(let steps, let loops):
      let step = loops ? steps[taken % steps.count] : steps[min(taken, steps.count - 1)]
      let ending = ending(of: step, at: place, isSentAgain: isSentAgain)
      if !(isSentAgain && ending == .reset) { positions[place] = taken + 1 }
      return ending
    }
  }
}

// MARK: - What decides

extension WorldModel {
  /// The override that decides, and where it lies.
  struct Found {
    var selector: String
    var override: Override

    var source: String {
      if selector == "*" { return "all" }
      return selector.hasSuffix(".*") ? "group" : "route"
    }
  }

  /// The override that decides about a route; one for many passes over what lacks the variant.
  func override(for route: ModelRoute) -> Found? {
    for selector in route.selectors {
      for override in slots[selector]?.layers ?? [] where override.choice.outcome(on: route) != nil
      {
        return Found(selector: selector, override: override)
      }
    }
    return nil
  }

  /// What the scenario chooses for a route.
  func scenarioChoice(for route: ModelRoute) -> ModelChoice? {
    let choices = scenario.flatMap { ModelRoute.scenarios[$0] } ?? [:]
    return route.selectors.lazy.compactMap { choices[$0] }
      .first { $0.outcome(on: route) != nil }
  }

  /// Whether the choice for all routes is to be offline: a port of its own refuses connections.
  var isOffline: Bool {
    let forAll =
      slots["*"]?.layers.first?.choice ?? scenario.flatMap { ModelRoute.scenarios[$0]?["*"] }
    return forAll?.name == "offline"
  }
}
