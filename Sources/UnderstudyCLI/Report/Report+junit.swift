extension Report {
  /// The report as JUnit XML: a suite for each part, a case for each thing that was looked at.
  ///
  /// - Parameter failing: the parts whose findings are failures; those of others are skipped cases.
  /// - Returns: the document.
  func junit(failing: Set<ReportPart>) -> String {
    let suites = ReportPart.allCases.map { suite($0, isFailing: failing.contains($0)) }
    let tests = suites.reduce(0) { $0 + $1.tests }
    let failures = ReportPart.allCases.filter(failing.contains).reduce(0) { $0 + self[$1].count }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="Understudy" tests="\(tests)" failures="\(failures)" errors="0">
      \(suites.map(\.text).joined(separator: "\n"))
      </testsuites>

      """
  }

  private func suite(_ part: ReportPart, isFailing: Bool) -> (tests: Int, text: String) {
    let found = self[part]
    var passed = passed[part] ?? []
    if found.isEmpty, passed.isEmpty { passed = [part.goodNews] }
    let tests = passed.count + found.count
    let lines =
      [
        "  <testsuite name=\"\(part.rawValue)\" tests=\"\(tests)\" failures=\"\(isFailing ? found.count : 0)\""
          + " errors=\"0\" skipped=\"\(isFailing ? 0 : found.count)\">"
      ]
      + passed.map { "    \(Self.opening(part, $0))/>" }
      + found.map { Self.testCase(part, $0, isFailing: isFailing) } + ["  </testsuite>"]
    return (tests, lines.joined(separator: "\n"))
  }

  private static func testCase(
    _ part: ReportPart, _ finding: ReportFinding, isFailing: Bool
  ) -> String {
    let message = XMLText.escaped(part.words(finding.count))
    let text = XMLText.escaped(([finding.subject] + finding.lines).joined(separator: "\n"))
    let content =
      isFailing
      ? "      <failure message=\"\(message)\">\(text)</failure>"
      : "      <skipped message=\"\(message)\"/>\n      <system-out>\(text)</system-out>"
    return "    \(opening(part, finding.subject))>\n\(content)\n    </testcase>"
  }

  private static func opening(_ part: ReportPart, _ name: String) -> String {
    "<testcase classname=\"understudy.\(part.rawValue)\" name=\"\(XMLText.escaped(name))\""
  }
}
