import MicroHTTPD
import PCRE2
package import Understudy

/// Finds what is wrong with the rules of a route, a group, a requirement, an answer or a
/// verification.
package enum RuleCheck {
  /// Every problem as a sentence, for rules that came over the admin API.
  package static func messages(of rules: RequestRules, fixtures: FixtureStore?) -> [String] {
    problems(of: rules).map { "\(RuleOwner.verification.words) \($0.message)." }
      + bodyProblems(of: rules, fixtures).map { "\(RuleOwner.verification.words) \($0.message)." }
  }

  /// Every problem, at the place of a route or group.
  static func problems(
    of rules: RequestRules, _ owner: RuleOwner, _ fixtures: FixtureStore?, _ place: SourcePlace
  ) -> [CatalogProblem] {
    problems(of: rules).map { .rule(owner, $0, place) }
      + bodyProblems(of: rules, fixtures).map { .bodyRule(owner, $0, place) }
  }

  /// The names for which there is a rule in one place of a catalog and another around it.
  static func repeated(_ inner: RequestRules, inside outer: [RequestRules]) -> [ValueRuleProblem] {
    let around = Set(outer.flatMap(keys))
    return places(of: inner).filter { around.contains($0.key) }.map { .repeated($0.place) }
  }

  private static func bodyProblems(
    of rules: RequestRules, _ fixtures: FixtureStore?
  ) -> [RuleProblem] {
    rules.bodies.flatMap { BodyMatcher.problems(of: $0, fixtures) }
  }

  private static func problems(of rules: RequestRules) -> [ValueRuleProblem] {
    var seen: Set<Key> = []
    var problems = places(of: rules).flatMap { key, place, rule -> [ValueRuleProblem] in
      let repeated: [ValueRuleProblem] =
        seen.insert(key).inserted ? [] : [.repeated(place)]
      let name: [ValueRuleProblem] = place.hasLegalName ? [] : [.badName(place)]
      return repeated + name + self.problems(of: rule, place, isOutermost: true)
    }
    if let host = rules.host, HostMatcher(host) == nil { problems.append(.badHost(host.text)) }
    return problems
  }

  private static func problems(
    of rule: ValueRule, _ place: ValueRuleProblem.Place, isOutermost: Bool
  ) -> [ValueRuleProblem] {
    func inner(_ rules: [ValueRule]) -> [ValueRuleProblem] {
      rules.flatMap { problems(of: $0, place, isOutermost: false) }
    }
    func list(_ rules: [ValueRule]) -> [ValueRuleProblem] {
      if rules.isEmpty { return [.empty(place, .list)] }
      return (place.allowsList ? [] : [.misplaced(place, .list)])
        + inner(rules)
        + (rules.contains(where: \.isList) ? [.nested(place, .list)] : [])
    }
    switch rule {
    case .equals, .any: return []
    case .matching(let text):
      do throws(PatternError) {
        _ = try Pattern(text)
        return []
      } catch {
        return [.badPattern(place, pattern: text, reason: error.reason, offset: error.offset)]
      }
    case .optional(let rule):
      return (isOutermost ? [] : [.nested(place, .optional)]) + inner([rule])
    case .oneOf(let rules):
      return rules.isEmpty ? [.empty(place, .oneOf)] : inner(rules)
    case .list(let rules), .listInAnyOrder(let rules): return list(rules)
    case .flag: return place.isQuery ? [] : [.misplaced(place, .flag)]
    case .token: return place.isHeader ? [] : [.misplaced(place, .token)]
    case .bearer(let rule):
      return (place.holdsCredentials ? [] : [.misplaced(place, .bearer)]) + inner([rule])
    case .basic: return place.holdsCredentials ? [] : [.misplaced(place, .basic)]
    }
  }

  /// What tells two rules apart: the kind of place, and the name as it compares.
  private struct Key: Hashable {
    var kind: Int
    var name: [UInt8]
  }

  private static func places(
    of rules: RequestRules
  ) -> [(key: Key, place: ValueRuleProblem.Place, rule: ValueRule)] {
    rules.query.pairs.map {
      (Key(kind: 0, name: Array($0.name.utf8)), .query($0.name), $0.value)
    }
      + rules.headers.rules.map {
        (Key(kind: 1, name: $0.name.utf8.map(\.asciiLowercased)), .header($0.name), $0.value)
      }
      + rules.cookies.rules.map {
        (Key(kind: 2, name: Array($0.name.utf8)), .cookie($0.name), $0.value)
      }
      + rules.clientCertificates.map { (Key(kind: 3, name: []), .clientCertificate, $0) }
  }

  private static func keys(_ rules: RequestRules) -> [Key] { places(of: rules).map(\.key) }
}

extension ValueRule {
  fileprivate var isList: Bool {
    switch self {
    case .list, .listInAnyOrder: true
    case .oneOf(let rules): rules.contains(where: \.isList)
    case .optional(let rule): rule.isList
    case .equals, .any, .matching, .flag, .token, .bearer, .basic: false
    }
  }
}

extension ValueRuleProblem.Place {
  fileprivate var isQuery: Bool { if case .query = self { true } else { false } }
  fileprivate var isHeader: Bool { if case .header = self { true } else { false } }

  /// Whether the name can stand in a request.
  fileprivate var hasLegalName: Bool {
    switch self {
    case .query, .clientCertificate: true
    case .header(let name), .cookie(let name):
      !name.isEmpty && name.utf8.allSatisfy(Field.isTokenByte)
    }
  }

  fileprivate var allowsList: Bool {
    switch self {
    case .query: true
    case .header(let name): !HeaderMatcher.isSingle(name)
    case .cookie, .clientCertificate: false
    }
  }

  fileprivate var holdsCredentials: Bool {
    guard case .header(let name) = self else { return false }
    return ["authorization", "proxy-authorization"].contains {
      name.utf8.isEqualIgnoringCase($0.utf8)
    }
  }
}
