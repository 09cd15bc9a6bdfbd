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

  /// How several values of one name belong together.
  package enum Reading: Sendable, Hashable {
    /// Each is a value of its own: pairs of a query or a form, cookies.
    case pairs
    /// They are one value in several lines (RFC 9110, 5.3).
    case lines
    /// One line is all that there may be, such as of `Authorization`.
    case singleLine
  }

  /// Whether the rule looks at each value of a name, and not at one.
  var looksAtEach: Bool {
    switch self {
    case .list, .token: true
    case .optional(let rule): rule.looksAtEach
    case .oneOf(let rules): rules.contains(where: \.looksAtEach)
    case .equals, .any, .matching, .flag, .bearer, .basic, .broken: false
    }
  }

  /// Whether the name may be missing.
  var takesAbsence: Bool { verdict(on: [], .pairs) == .fits }
}
