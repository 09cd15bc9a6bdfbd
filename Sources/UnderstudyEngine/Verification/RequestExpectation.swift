import Understudy

/// What a single request should be: the method, the path and the rules of a route or of a `where`.
package struct RequestExpectation: Sendable {
  /// The method; nil takes every one.
  package let method: [UInt8]?
  /// The path; nil takes every one.
  package let path: PathTemplate?
  /// Everything else.
  package let rules: RuleSet

  /// An expectation by its parts.
  package init(method: [UInt8]?, path: PathTemplate?, rules: RuleSet) {
    self.method = method
    self.path = path
    self.rules = rules
  }

  /// What a route expects.
  package init(_ entry: RouteEntry) {
    let method = entry.route.route.method
    self.init(
      method: method == .any ? nil : Array(method.rawValue.utf8), path: entry.template,
      rules: entry.rules)
  }

  /// Whether a request fits; nil where the end of its body would have to tell, and is not there.
  package func fits(_ request: ReceivedRequest) -> Bool? {
    if let method, request.method != method { return false }
    if let path, path.parameters(in: request.target) == nil { return false }
    if rules.needsBody, !request.isBodyWhole { return nil }
    return rules.fits(request)
  }

  /// Whether a request on record fits; one whose target cannot be read does not.
  package func fits(_ entry: JournalEntry) -> Bool? {
    guard let request = entry.request else { return false }
    return fits(request)
  }

  /// In what a request does not fit; empty where it does.
  package func differences(_ request: ReceivedRequest) -> [Difference] {
    var differences: [Difference] = []
    if let method, request.method != method {
      differences.append(
        Difference(
          .method, expected: ShownText.text(method[...]),
          actual: ShownText.text(request.method[...])))
    }
    if let path, path.parameters(in: request.target) == nil {
      differences.append(
        Difference(
          .path, expected: path.text,
          actual: ShownText.text(request.target.bytes[request.target.path])))
    }
    return differences + rules.differences(request)
  }

  /// How far a request is from fitting; 0 where it does.
  package func distance(_ request: ReceivedRequest) -> Int {
    differences(request).reduce(0) { sum, difference in
      switch difference.part {
      case .path: sum + 4 + segmentsThatDiffer(request.target)
      case .method: sum + 2
      default: sum + 1
      }
    }
  }

  private func segmentsThatDiffer(_ target: Target) -> Int {
    guard let path else { return 0 }
    let asked = target.segments
    let equal = zip(path.segments, asked).count { segment, text in
      if case .literal(let literal) = segment { text.elementsEqual(literal) } else { true }
    }
    return max(path.segments.count, asked.count) - equal
  }
}
