import Understudy

/// Finds routes that some request could not tell apart.
enum AmbiguityCheck {
  static func problems(of entries: [RouteEntry]) -> [CatalogProblem] {
    // Templates of equal rank agree in everything but their mixed segments: compare only within.
    let families = Dictionary(grouping: entries) { entry in
      entry.template.segments.map(Shape.init)
    }
    return families.values.flatMap(problems(inFamily:))
      .sorted { $0.0 < $1.0 }
      .map(\.1)
  }

  /// What two templates must share to be of equal rank.
  private enum Shape: Hashable {
    case literal([UInt8])
    case narrowed(PathTemplate.Narrowing)
    case mixed(literalCount: Int)
    case free
    case rest

    init(_ segment: PathTemplate.Segment) {
      switch segment {
      case .literal(let text): self = .literal(text)
      case .narrowed(let narrowing, _): self = .narrowed(narrowing)
      case .mixed(let mixed): self = .mixed(literalCount: mixed.literalCount)
      case .free: self = .free
      case .rest: self = .rest
      }
    }
  }

  private static func problems(
    inFamily entries: [RouteEntry]
  ) -> [(Int, CatalogProblem)] {
    var problems: [(Int, CatalogProblem)] = []
    for (offset, one) in entries.enumerated() {
      for other in entries[(offset + 1)...]
      where one.id != other.id && areAmbiguous(one, other) {
        problems.append(
          (
            other.index,
            .ambiguous(one.id, one.route.route.place, other.id, other.route.route.place)
          ))
      }
    }
    return problems
  }

  private static func areAmbiguous(_ one: RouteEntry, _ other: RouteEntry) -> Bool {
    let (first, second) = (one.route.route, other.route.route)
    // Priority decides between routes of one template; the most literal template wins before it.
    let areAlike =
      one.template.segments.map(\.literalParts) == other.template.segments.map(\.literalParts)
    guard first.method == second.method, first.priority == second.priority || !areAlike,
      one.rules.conditions == other.rules.conditions, !one.rules.excludes(other.rules)
    else { return false }
    return zip(one.template.segments, other.template.segments).allSatisfy { one, other in
      guard case .mixed(let one) = one, case .mixed(let other) = other else { return true }
      return one.overlaps(other)
    }
  }
}

extension PathTemplate.Segment {
  /// The text of a mixed segment; nil for any other, which its shape tells whole.
  fileprivate var literalParts: [[UInt8]]? {
    guard case .mixed(let mixed) = self else { return nil }
    return mixed.literals
  }
}
