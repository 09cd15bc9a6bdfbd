import Platform
import Testing

@testable import MicroHTTPD

@Suite("A date of HTTP")
struct HTTPDateTests {
  private let now = WallTime(seconds: 1_790_000_000, nanoseconds: 0)

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
    ("Wednesday, 01-Jan-25 00:00:00 GMT", 1_735_689_600),
  ])
  func `is read in each of its three forms`(text: String, seconds: Int) {
    #expect(HTTPDate.seconds(of: Array(text.utf8)[...], now: now) == seconds)
  }

  @Test(arguments: [
    "", "Sun", "01 Jan 2023 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
    "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT", "1994-11-06T08:49:37Z",
  ])
  func `is nothing else`(text: String) {
    #expect(HTTPDate.seconds(of: Array(text.utf8)[...], now: now) == nil)
  }

  @Test func `is written as it is read`() {
    #expect(
      HTTPDate.text(of: WallTime(seconds: 784_111_777, nanoseconds: 5))
        == "Sun, 06 Nov 1994 08:49:37 GMT")
  }
}
