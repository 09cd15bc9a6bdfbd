import Platform
import Testing

@Suite("A format of the time")
struct TimeFormatTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var format: String, text: String
    var testDescription: String { format }
  }

  @Test(arguments: [
    Example(format: "%Y-%m-%d", text: "2026-01-31"), Example(format: "%s", text: "1769860805"),
    Example(format: "%a, %d %b %Y %H:%M:%S GMT", text: "Sat, 31 Jan 2026 12:00:05 GMT"),
    Example(format: "%F %T %% %j", text: "2026-01-31 12:00:05 % 031"),
    Example(format: "%Q %", text: "%Q %"), Example(format: "é", text: "é"),
    Example(format: "", text: ""),
  ])
  func `is filled in UTC`(_ example: Example) {
    let time = WallTime(seconds: 1_769_860_805, nanoseconds: 999_999_999)

    #expect(time.formatted(example.format) == example.text)
  }

  @Test func `knows the time before 1970`() {
    #expect(WallTime(seconds: -1, nanoseconds: 0).formatted("%F %T") == "1969-12-31 23:59:59")
  }
}
