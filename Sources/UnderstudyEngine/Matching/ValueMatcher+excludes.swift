extension ValueMatcher {
  /// Whether no values of a name fit both rules; where that is not sure, it says no.
  func excludes(_ other: ValueMatcher, _ reading: Reading) -> Bool {
    switch (self, other) {
    // By far the most common, and asked for each pair of routes at one path.
    case (.equals(let one), .equals(let two)): one != two
    case (.optional(let rule), _): !other.takesAbsence && rule.excludes(other, reading)
    case (_, .optional(let rule)): !takesAbsence && excludes(rule, reading)
    case (.oneOf(let rules), _): rules.allSatisfy { $0.excludes(other, reading) }
    case (_, .oneOf(let rules)): rules.allSatisfy { excludes($0, reading) }
    case (.broken, _), (_, .broken): true
    case (.bearer(let one), .bearer(let two)): one.excludes(two, .singleLine)
    case (.basic(let one), .basic(let two)): one != two
    case (.bearer, .basic), (.basic, .bearer): true
    case (.list(let one, let isLoose), .list(let two, let isOtherLoose)):
      one.count != two.count
        || (!isLoose && !isOtherLoose
          && zip(one, two).contains { $0.excludes($1, .pairs) })
        || isSingledOut(by: other, reading) || other.isSingledOut(by: self, reading)
    default:
      countsDiffer(other, reading) || isSingledOut(by: other, reading)
        || other.isSingledOut(by: self, reading)
    }
  }

  /// Whether the only values that fit this rule do not fit the other.
  private func isSingledOut(by other: ValueMatcher, _ reading: Reading) -> Bool {
    guard let values = onlyValues else { return false }
    if case .list(_, inAnyOrder: true) = self, case .list(_, inAnyOrder: false) = other {
      return false
    }
    // One text may come in several lines, which some rules tell apart and others do not.
    if reading == .lines, looksAtEach != other.looksAtEach {
      let hasComma = values.contains { $0?.contains(UInt8(ascii: ",")) ?? false }
      if hasComma || values.count > 1 { return false }
    }
    return other.verdict(on: values, reading) != .fits
  }

  /// The values that fit, where there is one set of them; of a list in any order, one order.
  private var onlyValues: [Value]? {
    switch self {
    case .equals(let text): return [text[...]]
    case .flag: return [nil]
    case .list(let rules, _):
      let values = rules.compactMap(\.onlyValues)
      guard values.count == rules.count, values.allSatisfy({ $0.count == 1 }) else { return nil }
      return values.flatMap(\.self)
    case .any, .optional, .oneOf, .matching, .token, .bearer, .basic, .broken: return nil
    }
  }

  /// Whether one of two rules takes a list that is too long or too short for the other.
  private func countsDiffer(_ other: ValueMatcher, _ reading: Reading) -> Bool {
    guard reading == .pairs else { return false }
    switch (self, other) {
    case (.list(let rules, _), _): return rules.count != 1
    case (_, .list(let rules, _)): return rules.count != 1
    default: return false
    }
  }
}
