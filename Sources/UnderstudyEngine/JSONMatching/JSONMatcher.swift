import PCRE2
import Understudy

/// A ``JSONRule``, compiled.
indirect enum JSONMatcher: Sendable {
  case equals(JSON)
  case object(JSONObjectMatcher)
  case array([JSONMatcher])
  case any
  case optional(JSONMatcher)
  case oneOf([JSONMatcher])
  case matching(Pattern)
  case kind(JSONRule.Kind)
  /// A pattern that cannot be compiled, which a catalog check reports: nothing fits.
  case broken

  /// Compiles a rule.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - isExact: false lets the objects that the rule spells out have further members, at every
  ///     depth; a value that it holds as a whole (``JSONRule/equals(_:)``) is always exact.
  init(_ rule: JSONRule, isExact: Bool) {
    switch rule {
    case .equals(let value): self = .equals(value)
    case .object(let members):
      let object = JSONObjectMatcher(members, isExact: isExact)
      // Without a rule at any leaf it is a value, which compares faster.
      self = object.literal.map { .equals($0) } ?? .object(object)
    case .array(let rules):
      let elements = rules.map { JSONMatcher($0, isExact: isExact) }
      let literals = elements.compactMap(\.literal)
      self = literals.count == elements.count ? .equals(.array(literals)) : .array(elements)
    case .any: self = .any
    case .optional(let rule): self = .optional(JSONMatcher(rule, isExact: isExact))
    case .oneOf(let rules): self = .oneOf(rules.map { JSONMatcher($0, isExact: isExact) })
    case .matching(let text): self = (try? Pattern(text)).map { .matching($0) } ?? .broken
    case .kind(let kind): self = .kind(kind)
    }
  }

  /// The one value that fits; nil where several may.
  var literal: JSON? { if case .equals(let value) = self { value } else { nil } }

  /// Whether a member or an element with this rule may be missing.
  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// Whether a value fits.
  func fits(_ value: JSON) -> Bool {
    switch self {
    case .equals(let expected): return expected == value
    case .object(let object):
      guard case .object(let members) = value else { return false }
      return object.fits(members)
    case .array(let rules):
      guard case .array(let elements) = value, elements.count <= rules.count else { return false }
      return zip(rules, elements).allSatisfy { $0.fits($1) }
        && rules.dropFirst(elements.count).allSatisfy(\.isOptional)
    case .any: return true
    case .optional(let rule): return rule.fits(value)
    case .oneOf(let rules): return rules.contains { $0.fits(value) }
    case .matching(let pattern):
      guard case .string(let text) = value else { return false }
      return pattern.match(text.utf8) == .fits
    case .kind(let kind): return value.isOf(kind)
    case .broken: return false
    }
  }
}

extension JSON {
  /// Whether the value is of a kind.
  func isOf(_ kind: JSONRule.Kind) -> Bool {
    switch (self, kind) {
    case (.string, .string), (.number, .number), (.bool, .boolean), (.array, .array),
      (.object, .object):
      true
    case (.number(let number), .integer): number.isWhole
    default: false
    }
  }
}
