import Understudy

extension QueryMatcher {
  /// How many names that nobody asked for are told one by one.
  private static let mostUnexpected = 20

  /// In what decoded pairs do not fit; empty where they do.
  ///
  /// - Parameters:
  ///   - pairs: the pairs of a query or a form.
  ///   - part: which of both.
  /// - Returns: first the rules that are not met, in their order, then what nobody asked for.
  package func differences(
    pairs: [QueryPairs.Pair], part: Difference.Part
  ) -> [Difference] {
    var differences = rules.compactMap { rule -> Difference? in
      let values = Self.values(of: rule.name, in: pairs)
      let verdict = rule.value.verdict(on: values, .pairs)
      guard verdict != .fits else { return nil }
      return Difference(
        part, Self.text(rule.name), expected: rule.value.words,
        actual: rule.value.words(for: values, verdict), hint: hint(rule, values, verdict, pairs))
    }
    guard isStrict else { return differences }
    let unexpected = unexpectedNames(pairs)
    for name in unexpected.prefix(Self.mostUnexpected) {
      differences.append(
        Difference(
          part, Self.text(name), expected: nil,
          actual: ShownText.values(Self.values(of: name, in: pairs)),
          hint: NameHint.unexpected(Self.text(name), wanted: absentNames(pairs))))
    }
    if unexpected.count > Self.mostUnexpected {
      let count = unexpected.count - Self.mostUnexpected
      differences.append(
        Difference(part, expected: nil, actual: "\(count) more names that are not asked for"))
    }
    return differences
  }

  /// The names without a rule, each once, in order.
  private func unexpectedNames(_ pairs: [QueryPairs.Pair]) -> [[UInt8]] {
    var known = Set(rules.map(\.name))
    return pairs.compactMap { known.insert($0.name).inserted ? $0.name : nil }
  }

  /// The names of rules that no pair has.
  private func absentNames(_ pairs: [QueryPairs.Pair]) -> [String] {
    rules.filter { rule in !pairs.contains { $0.name == rule.name } }.map { Self.text($0.name) }
  }

  private func hint(
    _ rule: Rule, _ values: [ValueMatcher.Value], _ verdict: ValueMatcher.Verdict,
    _ pairs: [QueryPairs.Pair]
  ) -> String? {
    let name = Self.text(rule.name)
    switch verdict {
    // In strict rules the other name is a difference of its own, and carries the hint.
    case .missing where !isStrict:
      return NameHint.other(than: name, among: unexpectedNames(pairs).map(Self.text))
    case .repeated: return "'\(name)' is repeated: send it once."
    case .differs where values.count == 1: return Self.valueHint(name, rule.value, values[0])
    case .fits, .missing, .differs, .tooCostly, .notUTF8: return nil
    }
  }

  private static func valueHint(
    _ name: String, _ rule: ValueMatcher, _ value: ValueMatcher.Value
  ) -> String? {
    guard let value else {
      return rule.takes([]) == .fits ? "'\(name)' has no value; '\(name)=' has an empty one." : nil
    }
    if case .flag = rule { return "'\(name)' stands alone: send it without '='." }
    func fits(_ change: (UInt8) -> UInt8) -> Bool {
      let changed = value.map(change)
      return !changed.elementsEqual(value) && rule.takes(changed[...]) == .fits
    }
    let (plus, space) = (UInt8(ascii: "+"), UInt8(ascii: " "))
    if fits({ $0 == space ? plus : $0 }) {
      return "A '+' stands for a space: send a plus sign as '%2B'."
    }
    if fits({ $0 == plus ? space : $0 }) {
      return "'%2B' is a plus sign: send a space as '%20' or '+'."
    }
    if let once = PercentEncoding.decode(value, plusIsSpace: false), !once.elementsEqual(value),
      rule.takes(once[...]) == .fits
    {
      return "The value seems to be percent-encoded twice."
    }
    return rule.caseHint(value)
  }

  private static func text(_ name: [UInt8]) -> String { ShownText.text(name[...]) }
}
