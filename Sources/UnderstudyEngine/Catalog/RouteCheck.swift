import MicroHTTPD
import Understudy

/// Finds what is wrong with one route by itself, its path and outcomes aside.
enum RouteCheck {
  /// The paths that belong to the daemon.
  static let reservedPaths = [ReservedPath.admin, ReservedPath.session]

  static func problems(
    of route: CatalogRoute, _ fixtures: FixtureStore?
  ) -> [CatalogProblem] {
    let own = route.route
    var problems: [CatalogProblem] = []
    if !RouteID.isWellFormed(own.id.rawValue) { problems.append(.badID(own.id, own.place)) }
    for reserved in reservedPaths
    where route.path == reserved || route.path.hasPrefix("\(reserved)/") {
      problems.append(.reservedPath(own.id, path: route.path, reserved: reserved, own.place))
    }
    let method = own.method.rawValue.utf8
    if own.method != .any, method.isEmpty || !method.allSatisfy(Field.isTokenByte) {
      problems.append(.badMethod(own.id, own.method, own.place))
    }
    if let delay = own.delay, !OutcomeCheck.isLegalDelay(delay) {
      problems.append(.delayOutOfRange(own.id, own.place))
    }
    return problems + ruleProblems(route, fixtures) + variantProblems(own)
  }

  private static func ruleProblems(
    _ route: CatalogRoute, _ fixtures: FixtureStore?
  ) -> [CatalogProblem] {
    let own = route.route
    if own.rules.isEmpty, own.requirement == nil, own.answers.isEmpty { return [] }
    var problems = RuleCheck.problems(of: own.rules, .route(own.id), fixtures, own.place)
    problems += RuleCheck.repeated(own.rules, inside: route.groups.map(\.rules))
      .map { .rule(.route(own.id), $0, own.place) }
    if let requirement = own.requirement {
      problems += RuleCheck.problems(
        of: requirement.rule.rules, .requirement(of: own.id), fixtures, own.place)
    }
    for (offset, answer) in own.answers.enumerated() {
      problems += RuleCheck.problems(
        of: answer.rule.rules, .answer(own.id, number: offset + 1), fixtures, own.place)
    }
    return problems
  }

  private static func variantProblems(_ route: Route) -> [CatalogProblem] {
    var problems: [CatalogProblem] = []
    var seen: Set<Variant> = []
    for (name, _) in route.variants {
      if !RouteID.isWellFormed(name.rawValue) {
        problems.append(.badVariantName(route.id, name, route.place))
      }
      // The default outcome is the route's own parameter.
      if VariantTable.isReserved(name) || name == .default {
        problems.append(.reservedVariant(route.id, name, route.place))
      }
      if !seen.insert(name).inserted {
        problems.append(.duplicateVariant(route.id, name, route.place))
      }
    }
    for name in route.dropped where !StandardVariant.droppableNames.contains(name.rawValue) {
      problems.append(.droppedUnknown(route.id, name, route.place))
    }
    return problems
  }
}
