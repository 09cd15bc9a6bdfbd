package import Understudy

/// The rules of a query or a form, compiled.
package struct QueryMatcher: Sendable {
  let rules: [Rule]
  let isStrict: Bool
  /// Whether each rule looks at one value, so that pairs can be taken one by one.
  private let isSimple: Bool
  /// The rules whose names must be there, a bit each.
  private let needed: UInt64

  /// One name and what its values must be.
  struct Rule: Sendable {
    let name: [UInt8]
    let value: ValueMatcher
  }

  /// Compiles rules.
  package init(_ rules: QueryRules) {
    self.rules = rules.pairs.map { pair in
      Rule(name: Array(pair.name.utf8), value: ValueMatcher(pair.value))
    }
    isStrict = rules.isStrict
    let names = Set(self.rules.map(\.name))
    isSimple =
      self.rules.count <= 64 && names.count == self.rules.count
      && !self.rules.contains { $0.value.looksAtEach }
    needed =
      isSimple
      ? self.rules.enumerated().reduce(0) { bits, rule in
        rule.element.value.takesAbsence ? bits : bits | 1 << UInt64(rule.offset)
      } : 0
  }

  /// Whether the target's query fits.
  ///
  /// Allocates nothing where nothing has to be decoded and no rule looks at several values.
  func fits(_ target: Target) -> Bool {
    if rules.isEmpty, !isStrict { return true }
    if target.query.isEmpty, isSimple { return needed == 0 }
    let raw = target.bytes[target.query]
    guard isSimple else { return fits(pairs: QueryPairs(raw).pairs) }
    var seen: UInt64 = 0
    let allFit = QueryPairs.allSatisfy(raw) { name, value in
      guard let place = rules.firstIndex(where: { $0.name.elementsEqual(name) }) else {
        return !isStrict
      }
      let bit: UInt64 = 1 << UInt64(place)
      guard seen & bit == 0 else { return false }
      seen |= bit
      return rules[place].value.takes(one: value) == .fits
    }
    return allFit && needed & ~seen == 0
  }

  /// Whether decoded pairs fit.
  package func fits(pairs: [QueryPairs.Pair]) -> Bool {
    if isStrict, pairs.contains(where: { pair in !rules.contains { $0.name == pair.name } }) {
      return false
    }
    return rules.allSatisfy { rule in
      rule.value.verdict(on: Self.values(of: rule.name, in: pairs), .pairs) == .fits
    }
  }

  static func values(
    of name: [UInt8], in pairs: [QueryPairs.Pair]
  ) -> [ValueMatcher.Value] {
    pairs.lazy.filter { $0.name == name }.map { $0.value?[...] }
  }

  /// Whether no pairs fit both; where that is not sure, it says no.
  package func excludes(_ other: QueryMatcher) -> Bool {
    for rule in rules {
      var isShared = false
      for otherRule in other.rules where otherRule.name == rule.name {
        isShared = true
        if rule.value.excludes(otherRule.value, .pairs) { return true }
      }
      if !isShared, other.isStrict, !rule.value.takesAbsence { return true }
    }
    guard isStrict else { return false }
    return other.rules.contains { rule in
      !rule.value.takesAbsence && !rules.contains { $0.name == rule.name }
    }
  }
}
