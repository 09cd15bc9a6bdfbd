import Foundation
import Testing
import Understudy

@testable import UnderstudyCLI

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("A report as JUnit XML")
struct JUnitTests {
  @Test func `has a case for each thing that was looked at`() {
    let stage = RecordStage.stage()

    #expect(stage.run("report", "--format", "junit", "--fail-on", "unmatched,errors") == 1)

    #expect(
      stage.output == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Understudy" tests="11" failures="3" errors="0">
          <testsuite name="unmatched" tests="2" failures="2" errors="0" skipped="0">
            <testcase classname="understudy.unmatched" name="GET /items?page=2">
              <failure message="2 requests met no route">GET /items?page=2&#10;nearest: items.list, GET /items&#10;query 'page': expected '1', got '2'&#10;header 'X-A': expected 'b|c', got nothing</failure>
            </testcase>
            <testcase classname="understudy.unmatched" name="GET /\u{1B}[2J&lt;b&gt;">
              <failure message="1 request met no route">GET /\u{1B}[2J&lt;b&gt;&#10;No route takes it.</failure>
            </testcase>
          </testsuite>
          <testsuite name="errors" tests="1" failures="1" errors="0" skipped="0">
            <testcase classname="understudy.errors" name="users.detail GET /users/9">
              <failure message="1 answer could not be made">users.detail GET /users/9&#10;fixture-missing&#10;Fixture 'users/9.json' does not exist.</failure>
            </testcase>
          </testsuite>
          <testsuite name="faults" tests="2" failures="0" errors="0" skipped="2">
            <testcase classname="understudy.faults" name="users.list offline: reset">
              <skipped message="2 requests did not end with a whole answer"/>
              <system-out>users.list offline: reset</system-out>
            </testcase>
            <testcase classname="understudy.faults" name="GET bad: refused">
              <skipped message="1 request did not end with a whole answer"/>
              <system-out>GET bad: refused&#10;The target is no path.</system-out>
            </testcase>
          </testsuite>
          <testsuite name="uncalled" tests="4" failures="0" errors="0" skipped="1">
            <testcase classname="understudy.uncalled" name="users.list"/>
            <testcase classname="understudy.uncalled" name="users.detail"/>
            <testcase classname="understudy.uncalled" name="login"/>
            <testcase classname="understudy.uncalled" name="items.list GET /items">
              <skipped message="1 route was never called"/>
              <system-out>items.list GET /items</system-out>
            </testcase>
          </testsuite>
          <testsuite name="unused" tests="2" failures="0" errors="0" skipped="2">
            <testcase classname="understudy.unused" name="users.list flaky">
              <skipped message="1 variant was never used"/>
              <system-out>users.list flaky&#10;3 steps</system-out>
            </testcase>
            <testcase classname="understudy.unused" name="users.list slow">
              <skipped message="1 variant was never used"/>
              <system-out>users.list slow&#10;200</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """#)
  }

  @Test func `has a case that passes where nothing was found`() {
    let text = Report().junit(failing: [.unmatched])

    #expect(
      text.contains("<testsuites name=\"Understudy\" tests=\"5\" failures=\"0\" errors=\"0\">"))
    #expect(
      text.contains(
        "    <testcase classname=\"understudy.unmatched\" name=\"every request met a route\"/>\n"))
  }

  @Test(arguments: [
    "]]>", "</failure>", "<!--", "&amp;", "\"'", "a\u{0}b", "\u{1B}[2J", "\u{FFFE}\u{FFFF}",
    "\u{1F469}\u{200D}\u{1F4BB}", "\u{85}\u{2028}", "\u{7F}\u{9F}", "e\u{301}", "a\r\n\tb",
    // Without most of the planes: a parser takes ten million bytes in one place.
    String(
      String.UnicodeScalarView(
        (Array(0..<0x3000) + Array(0xD000..<0x10100) + Array(0x10FFF0..<0x110000))
          .compactMap(Unicode.Scalar.init))),
  ])
  func `is well formed whatever a request said`(text: String) throws {
    var report = Report()
    report.findings[.unmatched] = [
      ReportFinding(subject: text, lines: [text, text], json: [:])
    ]
    report.passed[.uncalled] = [text]

    let reader = FirstCase()
    let parser = XMLParser(data: Data(report.junit(failing: [.unmatched]).utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")

    let shown = text.unicodeScalars.reduce(into: "") { shown, scalar in
      if scalar.value < 32 && ![9, 10, 13].contains(scalar.value)
        || [0xFFFE, 0xFFFF].contains(scalar.value)
      {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    #expect(Array((reader.name ?? "").utf8) == Array(shown.utf8))
  }

  /// Remembers the name of the first case.
  private final class FirstCase: NSObject, XMLParserDelegate {
    var name: String?

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if element == "testcase", name == nil { name = attributes["name"] }
    }
  }
}
