import Testing

@testable import MicroHTTPD

@Suite("A Range line")
struct ByteRangesTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var text: String, length: Int, ranges: ByteRanges
    var testDescription: String { "\(text.prefix(60)) of \(length)" }

    init(_ text: String, of length: Int = 1000, _ ranges: ByteRanges) {
      (self.text, self.length, self.ranges) = (text, length, ranges)
    }
  }

  @Test(arguments: [
    Example("bytes=0-99", .parts([0..<100])),
    Example("bytes=900-", .parts([900..<1000])),
    Example("bytes=-1", .parts([999..<1000])),
    Example("bytes=-5000", .parts([0..<1000])),
    Example("bytes=0-99999", .parts([0..<1000])),
    Example("BYTES=0-0", .parts([0..<1])),
    Example("bytes=0-0,5-6", .parts([0..<1, 5..<7])),
    Example("bytes= 5-6 ,\t0-0,, ", .parts([5..<7, 0..<1])),
    Example("bytes=2000-3000,0-0", .parts([0..<1])),
    Example("bytes=0-99999999999999999999999", .parts([0..<1000])),
    Example("bytes=1000-", .unsatisfiable),
    Example("bytes=99999999999999999999999-", .unsatisfiable),
    Example("bytes=-0", .unsatisfiable),
    Example("bytes=0-", of: 0, .unsatisfiable),
    Example("bytes=-1", of: 0, .unsatisfiable),
    Example("bytes=5-2", .whole),
    Example("items=0-1", .whole),
    Example("bytes", .whole),
    Example("bytes=", .whole),
    Example("bytes=-", .whole),
    Example("bytes=a-b", .whole),
    Example("bytes=1 - 2", .whole),
    Example("bytes=+1-2", .whole),
    Example("bytes=0-0,x", .whole),
    Example("bytes=0-,0-", .whole),
    Example("bytes=" + Array(repeating: "0-0", count: 101).joined(separator: ","), .whole),
  ])
  func `asks for parts, for nothing that is there, or is ignored`(_ example: Example) {
    #expect(ByteRanges(Array(example.text.utf8)[...], of: example.length) == example.ranges)
  }
}
