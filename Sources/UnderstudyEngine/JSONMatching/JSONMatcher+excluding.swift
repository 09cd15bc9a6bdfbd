import Understudy

extension JSONMatcher {
  /// Whether no value fits both; false where that cannot be told.
  func excludes(_ other: JSONMatcher) -> Bool {
    switch (self, other) {
    case (.broken, _), (_, .broken): true
    case (.equals(let value), _): !other.fits(value)
    case (_, .equals(let value)): !fits(value)
    case (.any, _), (_, .any): false
    case (.optional(let rule), _): rule.excludes(other)
    case (_, .optional(let rule)): excludes(rule)
    case (.oneOf(let rules), _): rules.allSatisfy { $0.excludes(other) }
    case (_, .oneOf(let rules)): rules.allSatisfy { excludes($0) }
    case (.object(let one), .object(let another)): one.excludes(another)
    case (.array(let one), .array(let another)):
      zip(one, another).contains { Self.exclude($0, $1) }
        || one.dropFirst(another.count).contains { !$0.isOptional }
        || another.dropFirst(one.count).contains { !$0.isOptional }
    default: Set(kinds).isDisjoint(with: other.kinds)
    }
  }

  /// Whether two rules of one member or element exclude each other: not where both may be missing.
  static func exclude(_ one: JSONMatcher, _ other: JSONMatcher) -> Bool {
    !(one.isOptional && other.isOptional) && one.excludes(other)
  }

  /// The kinds of the values that may fit, of rules that hold no others.
  private var kinds: [JSONRule.Kind] {
    switch self {
    case .object: [.object]
    case .array: [.array]
    case .matching: [.string]
    case .kind(.number): [.number, .integer]
    case .kind(let kind): [kind]
    case .equals, .any, .optional, .oneOf, .broken: JSONRule.Kind.allCases
    }
  }
}

extension JSONObjectMatcher {
  /// Whether no object fits both.
  func excludes(_ other: JSONObjectMatcher) -> Bool {
    members.contains { name, matcher in
      guard let place = other.place(of: name, near: 0) else {
        return other.isExact && !matcher.isOptional
      }
      return JSONMatcher.exclude(matcher, other.members[place].matcher)
    }
      || isExact
        && other.members.contains { place(of: $0.name, near: 0) == nil && !$0.matcher.isOptional }
  }
}
