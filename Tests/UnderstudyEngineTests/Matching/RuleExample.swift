import MicroHTTPD
import Testing
import Understudy

@testable import UnderstudyEngine

/// A request that is held against rules, with all that is found.
struct RuleExample: Sendable, CustomTestStringConvertible {
  var id: String
  var rules: RequestRules
  var target: String
  var lines: [String]
  /// One line for each difference; none where the request fits.
  var differences: [String]

  init(
    _ id: String, _ rules: RequestRules, _ target: String = "/", _ lines: [String] = [],
    differs differences: [String] = []
  ) {
    self.id = id
    self.rules = rules
    self.target = target
    self.lines = lines
    self.differences = differences
  }

  var testDescription: String {
    "\(id): \(target) \(lines.joined(separator: " | ")) \(differences.isEmpty ? "fits" : "differs")"
  }

  /// What is found; also tests that a request fits exactly where nothing is.
  func check() throws {
    let head = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
    }
    let rules = RuleSet(rules)
    let request = try request(target, headers: head)

    let found = rules.differences(request)

    #expect(found.map(\.line) == differences)
    #expect(rules.fits(request) == found.isEmpty)
  }
}

extension Difference {
  /// The difference in one line, as a test compares it.
  var line: String {
    let hint = hint.map { " -- \($0)" } ?? ""
    return "\(part.rawValue) \(name ?? "-"): \(expected ?? "nil") <> \(actual ?? "nil")\(hint)"
  }
}
