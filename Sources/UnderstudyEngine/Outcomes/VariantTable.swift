package import Understudy

/// The variants of one route: its own and the standard ones that it has not dropped.
package struct VariantTable: Sendable {
  private let route: CatalogRoute

  /// The table of a route.
  package init(_ route: CatalogRoute) {
    self.route = route
  }

  /// The names that a route may not give to a variant.
  ///
  /// `real` forwards to the real service; `outcome` is what listings and markers show where an
  /// outcome was given on the spot.
  package static let reservedNames: [Variant] = ["real", "outcome"]

  /// Whether a route may not give a name to a variant: also those by which answers and unmet
  /// requirements go.
  static func isReserved(_ name: Variant) -> Bool {
    reservedNames.contains(name) || ConditionalOutcome.isName(name)
  }

  /// All names, standard ones first, then the route's own as they were written.
  package var names: [Variant] {
    let standard = StandardVariant.allCases.map(\.name).filter(has)
    return standard + route.route.variants.map(\.name).filter { !standard.contains($0) }
  }

  /// Whether the route has a variant.
  package func has(_ name: Variant) -> Bool {
    if name == .default { return true }
    if own(name) != nil { return true }
    guard let standard = StandardVariant(rawValue: name.rawValue) else { return false }
    return keeps(standard)
  }

  /// Whether the route has a standard variant that is not its own.
  func keeps(_ standard: StandardVariant) -> Bool {
    guard !route.route.dropped.contains(standard.name) else { return false }
    return standard != .empty || isJSON(route.route.outcome, visited: [.default])
  }

  /// One line for listings: what a client meets.
  package func summary(of name: Variant) -> String {
    if name == .default { return OutcomeSummary.text(of: route.route.outcome) }
    if let own = own(name) { return OutcomeSummary.text(of: own) }
    return StandardVariant(rawValue: name.rawValue)?.summary ?? ""
  }

  /// The delay that a variant sets by itself; nil where it inherits the route's or the network's.
  package func ownDelay(of name: Variant) -> Outcome.Delay? {
    name == .default ? route.route.outcome.delay : own(name)?.delay
  }

  /// What a variant does, all references followed.
  ///
  /// - Throws: ``OutcomeProblem`` where the variant is unknown or leads back to itself.
  package func recipe(for name: Variant) throws(OutcomeProblem) -> Recipe {
    try recipe(for: name, visited: [])
  }

  /// What an outcome does that stands in this route, all references followed.
  ///
  /// - Parameters:
  ///   - outcome: the outcome.
  ///   - origin: the variant that its positions belong to.
  /// - Returns: the outcome that is left.
  /// - Throws: ``OutcomeProblem`` where a reference leads nowhere or back.
  package func recipe(
    _ outcome: Outcome, origin: Variant
  ) throws(OutcomeProblem) -> Recipe {
    try recipe(outcome, origin: origin, visited: [])
  }

  private func own(_ name: Variant) -> Outcome? {
    route.route.variants.last { $0.name == name }?.outcome
  }

  private func recipe(
    for name: Variant, visited: [Variant]
  ) throws(OutcomeProblem) -> Recipe {
    guard has(name) else {
      let known = names.map(\.rawValue)
      throw .unknownVariant(name, suggestion: Spelling.suggestion(for: name.rawValue, among: known))
    }
    if visited.contains(name) { throw .circularReference(name) }
    let visited = visited + [name]
    if name == .default {
      return try recipe(route.route.outcome, origin: .default, visited: visited)
    }
    if let own = own(name) { return try recipe(own, origin: name, visited: visited) }
    guard let standard = StandardVariant(rawValue: name.rawValue) else {
      throw .unknownVariant(name, suggestion: "")
    }
    return try recipe(standard, visited)
  }

  func recipe(
    _ outcome: Outcome, origin: Variant, visited: [Variant]
  ) throws(OutcomeProblem) -> Recipe {
    let outcome = outcome.withMarkedHeaders
    switch outcome.action {
    case .variant(let name):
      var recipe = try recipe(for: name, visited: visited)
      recipe.overlay(outcome)
      return recipe
    case .patched(let changes):
      guard isJSON(route.route.outcome, visited: [.default]) else { throw .patchesNoJSON }
      var recipe = try recipe(for: .default, visited: visited)
      recipe.overlay(outcome)
      let isVerbatim = outcome.braces != .placeholders
      recipe.transforms.append(
        .patched(changes.map { Patch($0.pointer, $0.value, isVerbatim: isVerbatim) }))
      return recipe
    case .fault(let fault):
      guard let breaking = fault.breaking else { break }
      if visited.contains(.default) { throw .faultOfDefault(fault.name) }
      var recipe = try recipe(for: .default, visited: visited)
      recipe.overlay(outcome)
      recipe.transforms.append(.broken(breaking))
      return recipe
    default: break
    }
    return Recipe(outcome: outcome, origin: origin, path: visited)
  }

  /// Derives a standard variant from the default or from the group's failures.
  private func recipe(
    _ standard: StandardVariant, _ visited: [Variant]
  ) throws(OutcomeProblem) -> Recipe {
    if let failure = standard.failure, let outcome = route.failures[standard] {
      var recipe = try recipe(outcome, origin: standard.name, visited: visited)
      if recipe.outcome.status == nil { recipe.outcome.status = failure.status }
      if let header = standard.failureHeader,
        !recipe.outcome.headers.contains(where: { $0.isNamed(header.name) })
      {
        recipe.outcome.headers.append(header)
      }
      return recipe
    }
    switch standard {
    case .timeout: return Recipe(outcome: .held, origin: .timeout)
    case .offline: return Recipe(outcome: .fault(.reset), origin: .offline)
    default: break
    }
    var recipe = try recipe(for: .default, visited: visited)
    switch standard {
    case .loading: recipe.addedDelay += StandardVariant.loadingDelay
    case .empty: recipe.transforms.append(.emptied)
    case .malformedBody: recipe.transforms.append(.malformed)
    case .interrupted: recipe.transforms.append(.interrupted)
    default: break
    }
    return recipe
  }

  /// Whether an outcome answers with JSON, as far as can be told before a request.
  private func isJSON(_ outcome: Outcome, visited: [Variant]) -> Bool {
    if let type = outcome.headers.last(where: { $0.isNamed("Content-Type") })?.value {
      guard ContentType.isJSON(type) else { return false }
    }
    switch outcome.action {
    case .json: return true
    case .fixture(let name, _): return ContentType.isJSON(ContentType.of(fileName: name))
    case .sequence(let steps, _): return steps.contains { isJSON($0, visited: visited) }
    case .weighted(let choices, _):
      return choices.contains { isJSON($0.outcome, visited: visited) }
    case .variant(let name):
      guard !visited.contains(name), let own = own(name) else { return false }
      return isJSON(own, visited: visited + [name])
    case .patched: return !visited.contains(.default) || visited.count > 1
    case .bare, .text, .data, .redirect, .dynamic, .held, .fault, .stream: return false
    }
  }
}
