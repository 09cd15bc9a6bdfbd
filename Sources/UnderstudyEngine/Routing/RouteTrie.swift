import Understudy

/// Routes in a trie over the segments of their paths, in a few flat arrays.
///
/// Looking up walks over numbers alone: an array inside an array would cost a count of references
/// at each step.
final class RouteTrie: Sendable {
  /// The routes of all nodes, each node's together, the better first; what follows is about the
  /// route of the same place.
  let routes: [Int]
  let keys: [MethodKey]
  /// The names of those methods that a key does not tell apart; empty for all others.
  let longMethods: [[UInt8]]
  let rules: [RuleSet]
  /// Whether the rules ask for an empty query and nothing else.
  let areBare: [Bool]

  private let nodes: [Node]
  private let literals: [Literal]
  private let text: [UInt8]
  private let narrowed: [(narrowing: PathTemplate.Narrowing, node: Int)]
  private let mixed: [(segment: MixedSegment, node: Int)]

  /// What lies below one prefix of segments: places in the arrays.
  private struct Node {
    var literals = 0..<0
    var narrowed = 0..<0
    var mixed = 0..<0
    var free = -1
    /// The routes that end here.
    var routes = 0..<0
    /// The routes that end in `{rest...}` here.
    var rest = 0..<0
    /// Whether nothing but text leads on, so that nobody comes back here.
    var isPlain = true
  }

  /// A segment of text; its bytes are a part of ``text``.
  private struct Literal {
    var start: Int
    var count: Int
    /// Its first eight bytes, or all, as one number: among texts of one length, the greater comes later.
    var key: UInt64
    var node: Int
  }

  init(_ entries: [RouteEntry]) {
    var builder = RouteTrieBuilder()
    for entry in entries { builder.insert(entry) }
    var sorted: [RouteEntry] = []
    var nodes: [Node] = []
    var literals: [Literal] = []
    var text: [UInt8] = []
    var narrowed: [(narrowing: PathTemplate.Narrowing, node: Int)] = []
    var mixed: [(segment: MixedSegment, node: Int)] = []
    /// Adds elements to those of all nodes, sorted, and returns where they are.
    func add<Element>(
      _ new: [Element], to all: inout [Element],
      by isBefore: ((Element, Element) -> Bool)? = nil
    ) -> Range<Int> {
      // Most nodes have nothing of most kinds, and few have more than one.
      if new.isEmpty { return all.count..<all.count }
      if let isBefore, new.count > 1 { all += new.sorted(by: isBefore) } else { all += new }
      return (all.count - new.count)..<all.count
    }
    for draft in builder.nodes {
      var node = Node()
      if !draft.literals.isEmpty {
        let texts = draft.literals.sorted(by: Self.isBefore).map { segment, next in
          Literal(
            start: add(segment, to: &text).lowerBound, count: segment.count,
            key: segment.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, node: next)
        }
        node.literals = add(texts, to: &literals)
      }
      node.narrowed = add(draft.narrowed, to: &narrowed)
      node.mixed = add(draft.mixed, to: &mixed) {
        $0.segment.literalCount > $1.segment.literalCount
      }
      node.free = draft.free ?? -1
      node.routes = add(draft.routes, to: &sorted, by: Self.isBetter)
      node.rest = add(draft.rest, to: &sorted, by: Self.isBetter)
      node.isPlain =
        node.narrowed.isEmpty && node.mixed.isEmpty && node.free < 0 && node.rest.isEmpty
      nodes.append(node)
    }
    routes = sorted.map(\.index)
    rules = sorted.map(\.rules)
    areBare = sorted.map(\.rules.isBare)
    let methods = sorted.map { entry in
      let method = entry.route.route.method
      return method == .any ? [] : Array(method.rawValue.utf8)
    }
    keys = methods.map(MethodKey.init)
    longMethods = methods.map { MethodKey($0).isWhole ? [] : $0 }
    (self.nodes, self.literals, self.text) = (nodes, literals, text)
    (self.narrowed, self.mixed) = (narrowed, mixed)
  }

  /// Shorter first, then by bytes: most lookups end at the length.
  private static func isBefore(
    _ one: (key: [UInt8], value: Int), _ other: (key: [UInt8], value: Int)
  ) -> Bool {
    one.key.count != other.key.count
      ? one.key.count < other.key.count : one.key.lexicographicallyPrecedes(other.key)
  }

  private static func isBetter(_ one: RouteEntry, _ other: RouteEntry) -> Bool {
    let (first, second) = (one.route.route, other.route.route)
    if first.priority != second.priority { return first.priority > second.priority }
    if one.rules.conditions != other.rules.conditions {
      return one.rules.conditions > other.rules.conditions
    }
    return first.method != .any && second.method == .any
  }
}

// MARK: - Looking up

extension RouteTrie {
  /// Offers the routes of every template that fits, best first, until one is accepted.
  func search(_ target: Target, accept: (Range<Int>) -> Int?) -> Int? {
    // Spans cost no counting of references, however often they are handed on.
    let (path, nodes, literals, text) = (target.decodedPath, nodes, literals, text)
    return walk(
      0, path.span, 0, target.separator, nodes.span, literals.span, text.span, target, accept)
  }

  // `start` is the index of the separator before the next segment, or the end.
  private func walk(
    _ index: Int, _ path: Span<UInt8>, _ start: Int, _ separator: UInt8, _ nodes: Span<Node>,
    _ literals: Span<Literal>, _ text: Span<UInt8>, _ target: Target,
    _ accept: (Range<Int>) -> Int?
  ) -> Int? {
    var (index, start) = (index, start)
    while start < path.count {
      let node = nodes[index]
      var (end, key) = (start + 1, UInt64(0))
      while end < path.count {
        let byte = path[end]
        if byte == separator { break }
        if end - start <= 8 { key = key << 8 | UInt64(byte) }
        end += 1
      }
      let next = Self.literal(node.literals, key, path, start + 1, end, literals, text)
      if node.isPlain {
        guard let next else { return nil }
        (index, start) = (next, end)
        continue
      }
      if let next,
        let found = walk(next, path, end, separator, nodes, literals, text, target, accept)
      {
        return found
      }
      // A parameter is never empty.
      let isParameter = end > start + 1
      if isParameter, !(node.narrowed.isEmpty && node.mixed.isEmpty) {
        for next in parameters(of: node, target, (start + 1)..<end) {
          if let found = walk(next, path, end, separator, nodes, literals, text, target, accept) {
            return found
          }
        }
      }
      guard node.rest.isEmpty else {
        if isParameter, node.free >= 0,
          let found = walk(
            node.free, path, end, separator, nodes, literals, text, target, accept)
        {
          return found
        }
        return isParameter || end < path.count ? accept(node.rest) : nil
      }
      guard isParameter, node.free >= 0 else { return nil }
      (index, start) = (node.free, end)
    }
    let routes = nodes[index].routes
    return routes.isEmpty ? nil : accept(routes)
  }

  /// The nodes behind the narrowed and mixed parameters that take a segment, best first.
  @inline(never)
  private func parameters(of node: Node, _ target: Target, _ range: Range<Int>) -> [Int] {
    let first = target.decodedPath.startIndex
    let segment = target.decodedPath[(first + range.lowerBound)..<(first + range.upperBound)]
    return narrowed[node.narrowed].filter { $0.narrowing.takes(segment) }.map(\.node)
      + mixed[node.mixed].filter { $0.segment.match(segment) != nil }.map(\.node)
  }

  /// The node behind a segment of text.
  private static func literal(
    _ range: Range<Int>, _ key: UInt64, _ path: Span<UInt8>, _ start: Int, _ end: Int,
    _ literals: Span<Literal>, _ text: Span<UInt8>
  ) -> Int? {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      let literal = literals[middle]
      let order = compare(literal, key, path, start, end, text)
      if order == 0 { return literal.node }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return nil
  }

  /// How a segment stands to a text: before it where negative.
  private static func compare(
    _ literal: Literal, _ key: UInt64, _ path: Span<UInt8>, _ start: Int, _ end: Int,
    _ text: Span<UInt8>
  ) -> Int {
    let count = end - start
    if count != literal.count { return count - literal.count }
    if key != literal.key { return key < literal.key ? -1 : 1 }
    var offset = 8
    while offset < count {
      let (mine, other) = (path[start + offset], text[literal.start + offset])
      if mine != other { return Int(mine) - Int(other) }
      offset += 1
    }
    return 0
  }
}

/// Routes on their way into a ``RouteTrie``.
struct RouteTrieBuilder {
  private(set) var nodes = [Node()]

  /// What lies below one prefix of segments.
  struct Node {
    var literals: [[UInt8]: Int] = [:]
    var narrowed: [(narrowing: PathTemplate.Narrowing, node: Int)] = []
    var mixed: [(segment: MixedSegment, node: Int)] = []
    var free: Int?
    var routes: [RouteEntry] = []
    var rest: [RouteEntry] = []
  }

  /// Adds a route under its path.
  mutating func insert(_ entry: RouteEntry) {
    var current = 0
    for segment in entry.template.segments {
      if case .rest = segment {
        nodes[current].rest.append(entry)
        return
      }
      current = next(behind: segment, of: current)
    }
    nodes[current].routes.append(entry)
  }

  private mutating func next(behind segment: PathTemplate.Segment, of current: Int) -> Int {
    let new = nodes.count
    switch segment {
    case .literal(let text):
      if let next = nodes[current].literals[text] { return next }
      nodes[current].literals[text] = new
    case .narrowed(let narrowing, _):
      if let next = nodes[current].narrowed.first(where: { $0.narrowing == narrowing }) {
        return next.node
      }
      nodes[current].narrowed.append((narrowing, new))
    case .mixed(let mixed):
      if let next = nodes[current].mixed.first(where: { $0.segment.literals == mixed.literals }) {
        return next.node
      }
      nodes[current].mixed.append((mixed, new))
    case .free, .rest:
      if let next = nodes[current].free { return next }
      nodes[current].free = new
    }
    nodes.append(Node())
    return new
  }
}
