import PCRE2
import Understudy

extension ValueMatcher {
  /// What the rule asks for, for a difference: a literal as it is, anything else in words.
  package var words: String {
    switch self {
    case .equals(let text): ShownText.value(text[...])
    case .any: "any value"
    case .optional(let rule): "\(rule.words), or nothing"
    case .oneOf(let rules): "one of \(Self.list(rules))"
    case .matching(let pattern): "a value that fits '\(pattern.text)'"
    case .flag: "a name without '='"
    case .list(let rules, let inAnyOrder): Self.list(rules) + (inAnyOrder ? " in any order" : "")
    case .token(let text): "a list with \(ShownText.quoted(text[...]))"
    case .bearer(.equals(let token)): "Bearer \(ShownText.text(token[...]))"
    case .bearer(let rule): "Bearer with \(rule.words)"
    case .basic(let text): "Basic \(ShownText.text(text[...]))"
    case .broken: "a value that fits a pattern that cannot be compiled"
    }
  }

  private static func list(_ rules: [ValueMatcher]) -> String {
    rules.map { rule in
      if case .equals(let text) = rule { ShownText.quoted(text[...]) } else { rule.words }
    }.joined(separator: ", ")
  }

  /// What came instead; nil where nothing did.
  package func words(for values: [Value], _ verdict: Verdict) -> String? {
    if verdict == .tooCostly { return "pattern too costly" }
    if case .basic = self, let value = values.first ?? nil, values.count == 1,
      let credentials = Credentials.basic(value)
    {
      return "Basic \(ShownText.text(credentials[...]))"
    }
    return ShownText.values(values)
  }
}
