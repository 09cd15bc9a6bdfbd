import Platform
import Testing

@Suite("A line that is put together in place")
struct LineWriterTests {
  @Test func `is appended to what is there`() {
    var text = Array("a\n".utf8)

    text.append(atMost: 9) { line in
      line.append(copying: [])
      line.append(copying: Array("bc".utf8))
      line.append(UInt8(ascii: "\n"))
    }
    text.append(atMost: 0) { _ in }

    #expect(text == Array("a\nbc\n".utf8))
  }

  @Test func `has room for what was said, and no more`() async {
    await #expect(processExitsWith: .failure) {
      var text: [UInt8] = []
      text.append(atMost: 2) { $0.append(copying: [1, 2, 3]) }
    }
    await #expect(processExitsWith: .failure) {
      var text: [UInt8] = []
      text.append(atMost: 0) { line in for byte in UInt8(0)..<2 { line.append(byte) } }
    }
  }
}
