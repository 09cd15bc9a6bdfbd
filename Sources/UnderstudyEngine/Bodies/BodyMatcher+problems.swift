import PCRE2
import Platform
package import Understudy

extension BodyMatcher {
  /// What is wrong with a rule: a pattern, a fixture, a name that stands there twice.
  package static func problems(of rule: BodyRule, _ fixtures: FixtureStore?) -> [RuleProblem] {
    switch rule.kind {
    case .json(let rule), .jsonContaining(let rule): problems(of: rule, "", part: nil)
    case .jsonFixture(let name): fixtureProblems(name, fixtures, isJSON: true)
    case .bytesFixture(let name): fixtureProblems(name, fixtures, isJSON: false)
    case .form(let rules): formProblems(rules)
    case .multipart(let parts): parts.flatMap(problems)
    case .graphQL(let operation, let variables):
      problems(of: operation, .operation)
        + (variables.map { problems(of: $0, "/variables", part: nil) } ?? [])
    case .text(let rule): problems(of: rule, .text)
    case .custom(let explanation, _): explanation.isEmpty ? [.noExplanation] : []
    case .bytes, .empty: []
    }
  }

  private static func pattern(_ text: String, _ place: RuleProblem.Place) -> [RuleProblem] {
    do throws(PatternError) {
      _ = try Pattern(text)
      return []
    } catch {
      return [.badPattern(place, pattern: text, reason: error.reason, offset: error.offset)]
    }
  }

  /// The problems of a rule for a single value, or for the values of a name.
  private static func problems(
    of rule: ValueRule, _ place: RuleProblem.Place, mayBeMissing: Bool = false,
    hasMany: Bool = false
  ) -> [RuleProblem] {
    func inner(_ rules: [ValueRule]) -> [RuleProblem] { rules.flatMap { problems(of: $0, place) } }
    switch rule {
    case .equals, .any: return []
    case .matching(let text): return pattern(text, place)
    case .optional(let rule):
      return (mayBeMissing ? [] : [.misplaced(place, kind: ".optional")])
        + problems(of: rule, place, hasMany: hasMany)
    case .oneOf(let rules):
      return rules.isEmpty ? [.empty(place, kind: ".oneOf")] : inner(rules)
    case .list(let rules), .listInAnyOrder(let rules):
      guard hasMany else { return [.misplaced(place, kind: "a list")] }
      return rules.isEmpty ? [.empty(place, kind: "a list")] : inner(rules)
    case .flag: return place.isField ? [] : [.misplaced(place, kind: ".flag")]
    case .token: return [.misplaced(place, kind: ".token")]
    case .bearer: return [.misplaced(place, kind: ".bearer")]
    case .basic: return [.misplaced(place, kind: ".basic")]
    }
  }

  private static func formProblems(_ rules: QueryRules) -> [RuleProblem] {
    var seen: Set<[UInt8]> = []
    return rules.pairs.flatMap { pair in
      let place = RuleProblem.Place.field(pair.name)
      return (seen.insert(Array(pair.name.utf8)).inserted ? [] : [RuleProblem.repeated(place)])
        + problems(of: pair.value, place, mayBeMissing: true, hasMany: true)
    }
  }

  private static func problems(of part: PartRule) -> [RuleProblem] {
    var problems: [RuleProblem] = part.name.isEmpty ? [.emptyPartName] : []
    if let filename = part.filename {
      problems += self.problems(of: filename, .filename(part: part.name), mayBeMissing: true)
    }
    if let contentType = part.contentType {
      problems += self.problems(of: contentType, .contentType(part: part.name))
    }
    switch part.content {
    case .free, .bytes: return problems
    case .value(let rule): return problems + self.problems(of: rule, .part(part.name))
    case .json(let rule): return problems + self.problems(of: rule, "", part: part.name)
    }
  }

  private static func problems(
    of rule: JSONRule, _ pointer: String, part: String?
  ) -> [RuleProblem] {
    let place = RuleProblem.Place.json(pointer, part: part)
    switch rule {
    case .equals, .any, .kind: return []
    case .matching(let text): return pattern(text, place)
    case .optional(let rule): return problems(of: rule, pointer, part: part)
    case .oneOf(let rules):
      if rules.isEmpty { return [.empty(place, kind: ".oneOf")] }
      return rules.flatMap { problems(of: $0, pointer, part: part) }
    case .array(let rules):
      return rules.enumerated().flatMap { problems(of: $1, "\(pointer)/\($0)", part: part) }
    case .object(let members):
      var seen: Set<[UInt8]> = []
      return members.flatMap { member in
        let inside = "\(pointer)/\(member.name.escapedForPointer)"
        let repeated: [RuleProblem] =
          seen.insert(Array(member.name.utf8)).inserted
          ? [] : [.repeated(.json(inside, part: part))]
        return repeated + problems(of: member.rule, inside, part: part)
      }
    }
  }

  private static func fixtureProblems(
    _ text: String, _ fixtures: FixtureStore?, isJSON: Bool
  ) -> [RuleProblem] {
    do throws(OutcomeProblem) {
      guard try FixtureName(text).isFixed else {
        return [.badFixtureName(name: text, reason: "has a parameter: a rule needs one file")]
      }
    } catch {
      guard case .badFixtureName(_, let reason) = error else { return [] }
      return [.badFixtureName(name: text, reason: reason)]
    }
    guard let fixtures else { return [] }
    let folder = fixtures.folder.path
    let result = fixtures.file(text).current
    switch result {
    case .found(let fixture):
      return syntaxProblems(text, folder, isJSON ? fixture.bytes : nil)
    case .large(let large):
      return syntaxProblems(text, folder, isJSON ? try? large.bytes() : nil)
    case .missing:
      let closest = Spelling.closest(to: text, among: fixtures.folder.fileNames())
      return [.missingFixture(name: text, folder: folder, closest: closest)]
    case .outside, .notAFile, .unreadable:
      return [.unreadableFixture(name: text, folder: folder, reason: result.reason)]
    }
  }

  /// What is wrong with the JSON of a fixture, where it has to be JSON.
  private static func syntaxProblems(
    _ text: String, _ folder: String, _ bytes: [UInt8]?
  ) -> [RuleProblem] {
    guard let bytes, let error = JSON.syntaxError(in: bytes) else { return [] }
    let reason = "it is not JSON: \(error.reason) (line \(error.line), column \(error.column))"
    return [.unreadableFixture(name: text, folder: folder, reason: reason)]
  }
}

extension RuleProblem.Place {
  fileprivate var isField: Bool { if case .field = self { true } else { false } }
}

extension String {
  /// The text as a token of a JSON Pointer (RFC 6901, 3).
  var escapedForPointer: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
