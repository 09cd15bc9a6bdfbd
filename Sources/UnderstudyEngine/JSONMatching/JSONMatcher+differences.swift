import PCRE2
import Understudy

extension JSONMatcher {
  /// Adds in what a value does not fit, by place.
  ///
  /// - Parameters:
  ///   - value: what came.
  ///   - list: takes the differences.
  ///   - orNothing: whether the value could have been left out.
  func addDifferences(of value: JSON, to list: inout DifferenceList, orNothing: Bool = false) {
    func add(hint: String? = nil) {
      let isLeftOver = orNothing && value == .null
      self.add(value, to: &list, orNothing: orNothing, hint: isLeftOver ? Self.nullHint : hint)
    }
    switch (self, value) {
    case (.equals(.object(let expected)), .object(let actual)):
      // Equality asks for all members, those too whose name is repeated.
      if expected != actual {
        JSONObjectMatcher(equalTo: expected).addDifferences(of: actual, to: &list)
      }
    case (.equals(.array(let expected)), .array(let actual)):
      Self.addDifferences(of: actual, expected.map { .equals($0) }, to: &list)
    case (.equals(let expected), _):
      if expected != value { add(hint: Self.hint(expected, value)) }
    case (.object(let object), .object(let members)):
      object.addDifferences(of: members, to: &list)
    case (.array(let rules), .array(let elements)):
      Self.addDifferences(of: elements, rules, to: &list)
    case (.optional(let rule), _): rule.addDifferences(of: value, to: &list, orNothing: true)
    case (.oneOf(let rules), _) where !fits(value):
      let literals = rules.lazy.compactMap(\.literal)
      add(hint: literals.compactMap { Self.hint($0, value) }.first)
    case (.matching(let pattern), .string(let text)):
      switch pattern.match(text.utf8) {
      case .fits: break
      case .tooCostly:
        list.add(
          expected: words(besides: value, orNothing: orNothing), actual: "pattern too costly")
      case .differs, .notUTF8: add()
      }
    default: if !fits(value) { add() }
    }
  }

  /// Adds that there is nothing where the rule asks for something.
  func addMissing(to list: inout DifferenceList) {
    if isOptional { return }
    let isNull = literal == .null
    list.add(
      expected: words(besides: nil), actual: nil,
      hint: isNull ? Self.nullHint : nil)
  }

  private static let nullHint = "A member that is null is there; one that is left out is not."

  private static func addDifferences(
    of elements: [JSON], _ rules: [JSONMatcher], to list: inout DifferenceList
  ) {
    for (index, (rule, element)) in zip(rules, elements).enumerated() where !rule.fits(element) {
      list.at(.index(index)) { rule.addDifferences(of: element, to: &$0) }
    }
    for index in elements.indices.dropFirst(rules.count) {
      list.at(.index(index)) { $0.add(expected: nil, actual: JSONWords.text(elements[index])) }
    }
    for index in rules.indices.dropFirst(elements.count) {
      list.at(.index(index)) { rules[index].addMissing(to: &$0) }
    }
  }

  private func add(
    _ value: JSON, to list: inout DifferenceList, orNothing: Bool, hint: String?
  ) {
    let isAlike = literal.map { JSONWords.kind($0) == JSONWords.kind(value) } ?? false
    list.add(
      expected: words(besides: value, orNothing: orNothing),
      actual: isAlike ? JSONWords.text(value) : JSONWords.kindAndText(value), hint: hint)
  }

  private func words(besides actual: JSON, orNothing: Bool) -> String {
    words(besides: actual) + (orNothing ? ", or nothing" : "")
  }

  /// What is asked for; the kind is told where another came.
  func words(besides actual: JSON?) -> String {
    switch self {
    case .equals(let value):
      let isAlike = actual.map { JSONWords.kind($0) == JSONWords.kind(value) } ?? true
      return isAlike ? JSONWords.text(value) : JSONWords.kindAndText(value)
    case .object: return "an object"
    case .array: return "an array"
    case .any: return "any value"
    case .optional(let rule): return rule.words(besides: actual)
    case .oneOf(let rules):
      let shown = rules.prefix(10).map { $0.words(besides: nil) }
      return "one of \(shown.joined(separator: ", "))\(rules.count > 10 ? ", …" : "")"
    case .matching(let pattern): return "a string that fits '\(pattern.text)'"
    case .kind(.integer): return "any whole number"
    case .kind(let kind): return "any \(kind.rawValue)"
    case .broken: return "a string that fits a pattern that cannot be compiled"
    }
  }

  /// What tells two values that look alike.
  private static func hint(_ expected: JSON, _ actual: JSON) -> String? {
    switch (expected, actual) {
    case (.string(let text), .number(let number)), (.number(let number), .string(let text)):
      text.utf8.elementsEqual(number.literal.utf8)
        ? "A string and a number differ: only one of them has quotes." : nil
    case (.string(let text), .string(let other)):
      text.utf8.isEqualIgnoringCase(other.utf8) ? "Values compare with case." : nil
    default: nil
    }
  }
}

extension JSONObjectMatcher {
  /// Adds in what an object does not fit: by the order of the rules, then what has none.
  func addDifferences(of object: JSON.Object, to list: inout DifferenceList) {
    let expected = Dictionary(grouping: members) { Array($0.name.utf8) }
    // A client may send any number of other members: they are not kept.
    var actual: [[UInt8]: [JSON]] = [:]
    for (key, value) in object {
      let key = Array(key.utf8)
      if expected[key] != nil { actual[key, default: []].append(value) }
    }
    let missing = members.map(\.name).filter { actual[Array($0.utf8)] == nil }
    var told: Set<[UInt8]> = []
    for (name, _) in members {
      let key = Array(name.utf8)
      guard told.insert(key).inserted else { continue }
      let (matchers, values) = (expected[key] ?? [], actual[key] ?? [])
      list.at(.key(name)) { list in
        for (member, value) in zip(matchers, values) {
          member.matcher.addDifferences(of: value, to: &list)
        }
        for member in matchers.dropFirst(values.count) { member.matcher.addMissing(to: &list) }
        if values.count > matchers.count {
          list.add(
            expected: "the member once", actual: "\(values.count) members of that name")
        }
      }
    }
    guard isExact else { return }
    for (key, value) in object where expected[Array(key.utf8)] == nil {
      list.at(.key(key)) { list in
        list.add(
          expected: nil, actual: JSONWords.text(value),
          hint: Spelling.closest(to: key, among: missing).map { "Did you mean '\($0)'?" })
      }
    }
  }
}
