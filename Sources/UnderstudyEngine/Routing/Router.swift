package import Understudy

/// The routes of one daemon, frozen into a trie over the segments of their paths.
///
/// Building a router never fails; what is wrong with a catalog is ``CatalogReport``'s to find, and
/// a router leaves out what cannot be read. Looking up allocates nothing while the path needs no
/// decoding and no query has to be compared.
///
/// ```swift
/// let router = Router(catalog.routes)
/// router.match(request)  // an index
/// ```
///
/// When several routes fit, the most literal wins, segment by segment from the left: literal, then
/// narrowed, mixed, free, and the rest. Between routes with one template, priority decides, then
/// the number of conditions, then a method that is named. The order in which routes are written
/// never decides.
package struct Router: Sendable {
  private var nodes: [Node] = [Node()]

  /// What lies below one prefix of segments.
  private struct Node: Sendable {
    var literals = LiteralTable()
    var narrowed: [(narrowing: PathTemplate.Narrowing, node: Int)] = []
    var mixed: [(segment: MixedSegment, node: Int)] = []
    var free: Int?
    /// The routes that end in `{rest...}` here.
    var rest: [Candidate] = []
    /// The routes that end here.
    var routes: [Candidate] = []
  }

  private struct Candidate: Sendable {
    var route: Int
    /// Nil takes every method.
    var method: [UInt8]?
    var rules: RuleSet
    var priority: Int
  }

  /// Freezes the routes of a catalog; an index that is found later counts in this array.
  package init(_ routes: [CatalogRoute], fixtures: FixtureStore? = nil) {
    self.init(
      routes.enumerated().compactMap { index, route in
        (try? PathTemplate(route.path.isEmpty ? "/" : route.path)).map { template in
          RouteEntry(index: index, route: route, template: template, fixtures: fixtures)
        }
      })
  }

  /// Freezes routes, whose rules it shares; an index that is found later is that of an entry.
  package init(_ entries: [RouteEntry]) {
    for entry in entries {
      let route = entry.route.route
      let candidate = Candidate(
        route: entry.index, method: route.method == .any ? nil : Array(route.method.rawValue.utf8),
        rules: entry.rules, priority: route.priority)
      insert(candidate, entry.template.segments)
    }
    for index in nodes.indices {
      nodes[index].routes.sort(by: Self.isBetter)
      nodes[index].rest.sort(by: Self.isBetter)
      nodes[index].mixed.sort { $0.segment.literalCount > $1.segment.literalCount }
    }
  }

  /// The route for a request; nil where none fits.
  ///
  /// HEAD is answered by the GET route where no route names HEAD (RFC 9110, 9.3.2).
  package func match(_ request: ReceivedRequest) -> Int? {
    let method = request.method
    let isHead = method == Self.head
    return search(request.target) { candidates in
      func first(_ takes: ([UInt8]?) -> Bool) -> Int? {
        candidates.first { takes($0.method) && $0.rules.fits(request) }?.route
      }
      guard isHead else { return first { $0 == nil || $0 == method } }
      return first { $0 == method } ?? first { $0 == Self.get } ?? first { $0 == nil }
    }
  }

  /// The routes whose path takes the target, whatever their method and query, best first.
  package func routes(at target: Target) -> [Int] {
    var found: [Int] = []
    _ = search(target) { candidates -> Int? in
      found += candidates.map(\.route)
      return nil
    }
    return found
  }

  /// The routes whose path and method take a request that has only begun, best first.
  package func routes(at target: Target, method: [UInt8]) -> [Int] {
    var found: [Int] = []
    _ = search(target) { candidates -> Int? in
      for candidate in candidates {
        let isTaken =
          candidate.method == nil || candidate.method == method
          || (method == Self.head && candidate.method == Self.get)
        if isTaken { found.append(candidate.route) }
      }
      return nil
    }
    return found
  }

  private static let get = Array("GET".utf8)
  private static let head = Array("HEAD".utf8)

  private static func isBetter(_ one: Candidate, _ other: Candidate) -> Bool {
    if one.priority != other.priority { return one.priority > other.priority }
    if one.rules.conditions != other.rules.conditions {
      return one.rules.conditions > other.rules.conditions
    }
    return one.method != nil && other.method == nil
  }
}

// MARK: - Building

extension Router {
  private mutating func insert(_ candidate: Candidate, _ segments: [PathTemplate.Segment]) {
    var current = 0
    for segment in segments {
      switch segment {
      case .literal(let text):
        if let next = nodes[current].literals[text[...]] {
          current = next
        } else {
          nodes[current].literals.insert(text, nodes.count)
          current = addNode()
        }
      case .narrowed(let narrowing, _):
        if let next = nodes[current].narrowed.first(where: { $0.narrowing == narrowing }) {
          current = next.node
        } else {
          nodes[current].narrowed.append((narrowing, nodes.count))
          current = addNode()
        }
      case .mixed(let mixed):
        if let next = nodes[current].mixed.first(where: { $0.segment.literals == mixed.literals }) {
          current = next.node
        } else {
          nodes[current].mixed.append((mixed, nodes.count))
          current = addNode()
        }
      case .free:
        if let next = nodes[current].free {
          current = next
        } else {
          nodes[current].free = nodes.count
          current = addNode()
        }
      case .rest:
        nodes[current].rest.append(candidate)
        return
      }
    }
    nodes[current].routes.append(candidate)
  }

  private mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }
}

// MARK: - Looking up

extension Router {
  /// Offers the candidates of every template that fits, best first, until one is accepted.
  private func search(_ target: Target, accept: ([Candidate]) -> Int?) -> Int? {
    walk(0, target.decodedPath, target.decodedPath.startIndex, target.separator, accept)
  }

  // `start` is the index of the separator before the next segment, or the end.
  private func walk(
    _ index: Int, _ path: ArraySlice<UInt8>, _ start: Int, _ separator: UInt8,
    _ accept: ([Candidate]) -> Int?
  ) -> Int? {
    if start == path.endIndex {
      return nodes[index].routes.isEmpty ? nil : accept(nodes[index].routes)
    }
    var end = start + 1
    while end < path.endIndex, path[end] != separator { end += 1 }
    let segment = path[(start + 1)..<end]
    if let next = nodes[index].literals[segment],
      let found = walk(next, path, end, separator, accept)
    {
      return found
    }
    // A parameter is never empty.
    if !segment.isEmpty {
      for (narrowing, next) in nodes[index].narrowed where narrowing.takes(segment) {
        if let found = walk(next, path, end, separator, accept) { return found }
      }
      for (mixed, next) in nodes[index].mixed where mixed.match(segment) != nil {
        if let found = walk(next, path, end, separator, accept) { return found }
      }
      if let next = nodes[index].free, let found = walk(next, path, end, separator, accept) {
        return found
      }
    }
    let hasRest = !segment.isEmpty || end < path.endIndex
    return hasRest && !nodes[index].rest.isEmpty ? accept(nodes[index].rest) : nil
  }
}
