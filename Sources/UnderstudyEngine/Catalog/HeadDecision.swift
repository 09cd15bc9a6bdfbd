import Understudy

/// Finds out whether a route can be decided by the head of a request alone, as it must be where an
/// outcome says what happens while the body comes.
struct HeadDecision {
  private let entries: [RouteEntry]

  /// Looks at these routes, which are all that there are.
  init(_ entries: [RouteEntry]) {
    self.entries = entries
  }

  /// What keeps a route from having an outcome; nil where nothing does.
  func problem(of outcome: Outcome, for entry: RouteEntry) -> OutcomeProblem? {
    guard outcome.mentionsUpload else { return nil }
    if entry.needsBody { return .decidedByBody(entry.id, reader: entry.id) }
    return entries.first { $0 !== entry && $0.mayTakeByBody(before: entry) }
      .map { .decidedByBody(entry.id, reader: $0.id) }
  }
}

extension RouteEntry {
  /// Whether a request that another route takes may be this one's because of its body.
  ///
  /// Where that is not sure, it says yes.
  fileprivate func mayTakeByBody(before other: RouteEntry) -> Bool {
    rules.needsBody && route.route.method.overlaps(other.route.route.method)
      && template.overlaps(other.template) && !rules.excludes(other.rules, byHead: true)
      && mayBeTried(before: other)
  }

  /// Whether it may come before another among the routes of a request (see ``Router``).
  private func mayBeTried(before other: RouteEntry) -> Bool {
    for (mine, others) in zip(template.segments, other.template.segments)
    where mine.rank != others.rank {
      return mine.rank < others.rank
    }
    let (first, second) = (route.route, other.route.route)
    if template.segments.contains(where: \.isMixed) { return true }
    if first.priority != second.priority { return first.priority > second.priority }
    return rules.conditions >= other.rules.conditions
  }
}

extension Method {
  /// Whether some request has both; HEAD goes to routes for GET as well.
  fileprivate func overlaps(_ other: Method) -> Bool {
    self == other || self == .any || other == .any || [self, other] == [.get, .head]
      || [self, other] == [.head, .get]
  }
}

extension PathTemplate {
  /// Whether some path fits both; where that is not sure, it says yes.
  fileprivate func overlaps(_ other: PathTemplate) -> Bool {
    for (mine, others) in zip(segments, other.segments) {
      if mine.isRest || others.isRest { return true }
      if !mine.overlaps(others) { return false }
    }
    return segments.count == other.segments.count
  }
}

extension PathTemplate.Segment {
  fileprivate var isRest: Bool { if case .rest = self { true } else { false } }
  fileprivate var isMixed: Bool { if case .mixed = self { true } else { false } }

  /// The lower, the sooner it is tried.
  fileprivate var rank: Int {
    switch self {
    case .literal: 0
    case .narrowed: 1
    case .mixed: 2
    case .free: 3
    case .rest: 4
    }
  }

  fileprivate func overlaps(_ other: PathTemplate.Segment) -> Bool {
    switch (self, other) {
    case (.literal(let text), _): other.takes(text)
    case (_, .literal(let text)): takes(text)
    case (.mixed(let one), .mixed(let two)): one.overlaps(two)
    default: true
    }
  }

  private func takes(_ text: [UInt8]) -> Bool {
    switch self {
    case .literal(let own): own == text
    case .narrowed(let narrowing, _): narrowing.takes(text[...])
    case .mixed(let mixed): mixed.match(text[...]) != nil
    case .free, .rest: !text.isEmpty
    }
  }
}
