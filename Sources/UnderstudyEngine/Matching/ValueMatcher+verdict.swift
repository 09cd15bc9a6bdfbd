import PCRE2

extension ValueMatcher {
  /// One value as it stands under its name; nil is a name without a value, `?verbose`.
  package typealias Value = ArraySlice<UInt8>?

  /// What becomes of all the values of a name.
  package func verdict(on values: [Value], _ reading: Reading) -> Verdict {
    switch self {
    case .optional(let rule): return values.isEmpty ? .fits : rule.verdict(on: values, reading)
    case .oneOf(let rules): return Self.best(rules.lazy.map { $0.verdict(on: values, reading) })
    case .list(let rules, let inAnyOrder):
      if values.isEmpty { return .missing }
      guard values.count == rules.count else { return .differs }
      return inAnyOrder
        ? Self.pairing(rules, values)
        : Self.worst(zip(rules, values).lazy.map { $0.takes(one: $1) })
    case .token:
      if values.isEmpty { return .missing }
      return values.contains { takes(one: $0) == .fits } ? .fits : .differs
    case .equals, .any, .matching, .flag, .bearer, .basic, .broken:
      guard let first = values.first else { return .missing }
      if values.count == 1 { return takes(one: first) }
      guard reading == .lines else { return .repeated }
      return takes(ArraySlice(values.map { $0 ?? [] }.joined(separator: ", ".utf8)))
    }
  }

  /// What becomes of the only value of a name.
  func takes(one value: Value) -> Verdict {
    if let value { return takes(value) }
    switch self {
    case .flag: return .fits
    case .optional(let rule): return rule.takes(one: nil)
    case .oneOf(let rules): return Self.best(rules.lazy.map { $0.takes(one: nil) })
    case .list(let rules, _): return rules.count == 1 ? rules[0].takes(one: nil) : .differs
    case .equals, .any, .matching, .token, .bearer, .basic, .broken: return .differs
    }
  }

  /// What becomes of a single value, decoded.
  package func takes(_ value: ArraySlice<UInt8>) -> Verdict {
    switch self {
    case .equals(let text): return value.elementsEqual(text) ? .fits : .differs
    case .any: return .fits
    case .optional(let rule): return rule.takes(value)
    case .oneOf(let rules): return Self.best(rules.lazy.map { $0.takes(value) })
    case .matching(let pattern):
      switch pattern.match(value) {
      case .fits: return .fits
      case .differs: return .differs
      case .tooCostly: return .tooCostly
      case .notUTF8: return .notUTF8
      }
    case .list(let rules, _): return rules.count == 1 ? rules[0].takes(value) : .differs
    case .token(let text): return TokenList.contains(text, in: value) ? .fits : .differs
    case .bearer(let rule):
      guard let token = Credentials.bearerToken(value) else { return .differs }
      return rule.takes(token)
    case .basic(let expected): return Credentials.basic(value) == expected ? .fits : .differs
    case .flag, .broken: return .differs
    }
  }

  /// The verdict where one of several is enough.
  private static func best(_ verdicts: some Sequence<Verdict>) -> Verdict {
    var best: Verdict?
    for verdict in verdicts {
      if verdict == .fits { return .fits }
      // Of several reasons the one that is about a value says most.
      if best == nil || verdict == .tooCostly || (verdict == .differs && best != .tooCostly) {
        best = verdict
      }
    }
    return best ?? .differs
  }

  /// The verdict where all must fit.
  private static func worst(_ verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.first { $0 != .fits } ?? .fits
  }

  /// Whether the values can be dealt out so that each rule gets one that fits it.
  ///
  /// Rules take turns: one that finds its value taken asks the rule that has it for another
  /// (Kuhn's algorithm).
  private static func pairing(_ rules: [ValueMatcher], _ values: [Value]) -> Verdict {
    var owners = [Int?](repeating: nil, count: values.count)
    var isTooCostly = false
    func seat(_ rule: Int, _ asked: inout Set<Int>) -> Bool {
      for place in values.indices {
        let verdict = rules[rule].takes(one: values[place])
        if verdict == .tooCostly { isTooCostly = true }
        guard verdict == .fits, asked.insert(place).inserted else { continue }
        if owners[place].map({ seat($0, &asked) }) ?? true {
          owners[place] = rule
          return true
        }
      }
      return false
    }
    for rule in rules.indices {
      var asked: Set<Int> = []
      guard seat(rule, &asked) else { return isTooCostly ? .tooCostly : .differs }
    }
    return .fits
  }
}
