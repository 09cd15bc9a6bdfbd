import Understudy

/// The query rules of one route, ready to be asked.
struct QueryMatcher: Sendable {
  /// The decoded names and values that must be there, each once; nil takes any query.
  let expected: [(name: [UInt8], value: [UInt8])]?

  init(_ rules: QueryRules) {
    expected =
      rules.isStrict
      ? rules.pairs.map { pair in
        switch pair.value {
        case .equals(let text): (Array(pair.name.utf8), Array(text.utf8))
        default: (Array(pair.name.utf8), [])
        }
      } : nil
  }

  /// How many conditions the rules add to the rank of their route.
  var conditions: Int { expected?.count ?? 0 }

  /// Whether the target's query has exactly the expected pairs, in any order.
  func fits(_ target: Target) -> Bool {
    guard let expected else { return true }
    if target.query.isEmpty { return expected.isEmpty }
    let pairs = QueryPairs(target.bytes[target.query]).pairs
    guard pairs.count == expected.count else { return false }
    return expected.allSatisfy { name, value in
      pairs.contains { $0.name == name && $0.value == value }
    }
  }

  /// Whether no query fits both.
  func excludes(_ other: QueryMatcher) -> Bool {
    guard let mine = expected, let others = other.expected else { return false }
    guard mine.count == others.count else { return true }
    return mine.contains { name, value in
      !others.contains { $0.name == name && $0.value == value }
    }
  }
}
