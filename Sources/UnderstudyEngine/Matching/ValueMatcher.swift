package import PCRE2
package import Understudy

/// A ``ValueRule``, compiled.
package indirect enum ValueMatcher: Sendable {
  case equals([UInt8])
  case any
  case optional(ValueMatcher)
  case oneOf([ValueMatcher])
  case matching(Pattern)
  case flag
  case list([ValueMatcher], inAnyOrder: Bool)
  case token([UInt8])
  case bearer(ValueMatcher)
  case basic([UInt8])
  /// A pattern that cannot be compiled, which a catalog check reports: nothing fits.
  case broken

  /// Compiles a rule.
  package init(_ rule: ValueRule) {
    switch rule {
    case .equals(let text): self = .equals(Array(text.utf8))
    case .any: self = .any
    case .optional(let rule): self = .optional(ValueMatcher(rule))
    case .oneOf(let rules): self = .oneOf(rules.map(ValueMatcher.init))
    case .matching(let text): self = (try? Pattern(text)).map { .matching($0) } ?? .broken
    case .flag: self = .flag
    case .list(let rules): self = .list(rules.map(ValueMatcher.init), inAnyOrder: false)
    case .listInAnyOrder(let rules): self = .list(rules.map(ValueMatcher.init), inAnyOrder: true)
    case .token(let text): self = .token(Array(text.utf8))
    case .bearer(let rule): self = .bearer(ValueMatcher(rule))
    case .basic(let user, let password): self = .basic(Array("\(user):\(password)".utf8))
    }
  }

  /// What became of a comparison.
  package enum Verdict: Sendable, Hashable {
    case fits
    case missing
    case repeated
    case differs
    case tooCostly
    case notUTF8
  }
}
