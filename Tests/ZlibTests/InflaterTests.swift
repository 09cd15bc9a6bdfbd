import Testing
import Zlib

@Suite("Inflating")
struct InflaterTests {
  static let text = Array("The quick brown fox jumps over the lazy dog. ".utf8)
  static let samples: [[UInt8]] = [
    [], [0], text, Array(repeatElement(text, count: 10_000).joined()),
  ]

  @Test(arguments: ZlibFormat.allCases, samples)
  func `gives back what was deflated`(_ format: ZlibFormat, _ bytes: [UInt8]) throws {
    let deflated = Deflater.deflate(bytes, format)

    #expect(try Inflater.inflate(deflated, format, limit: bytes.count) == bytes)
  }

  @Test func `joins the members of a gzip`() throws {
    let bytes =
      Deflater.deflate(Array("one, ".utf8), .gzip) + Deflater.deflate([], .gzip)
      + Deflater.deflate(Array("two".utf8), .gzip)

    #expect(try Inflater.inflate(bytes, .gzip, limit: 8) == Array("one, two".utf8))
  }

  @Test(.bug(id: "G04"), arguments: ZlibFormat.allCases)
  func `tells every cut`(_ format: ZlibFormat) {
    let deflated = Deflater.deflate(Self.text, format)

    for count in 0..<deflated.count {
      #expect(throws: InflateError.truncated) {
        try Inflater.inflate(Array(deflated[..<count]), format, limit: 1000)
      }
    }
  }

  @Test(.bug(id: "G04"), arguments: ZlibFormat.allCases)
  func `tells other bytes, and bytes behind the end`(_ format: ZlibFormat) {
    #expect(throws: InflateError.corrupt) {
      try Inflater.inflate(Array("not compressed".utf8), format, limit: 1000)
    }
    #expect(throws: InflateError.corrupt) {
      try Inflater.inflate(Deflater.deflate(Self.text, format) + [1, 2, 3], format, limit: 1000)
    }
  }

  @Test(arguments: [ZlibFormat.gzip, .zlib])
  func `tells a wrong checksum`(_ format: ZlibFormat) {
    var deflated = Deflater.deflate(Self.text, format)
    // The checksum ends zlib, and stands before the length of a gzip.
    deflated[deflated.count - (format == .gzip ? 5 : 1)] ^= 1

    #expect(throws: InflateError.corrupt) {
      try Inflater.inflate(deflated, format, limit: 1000)
    }
  }

  @Test(.bug(id: "G04"))
  func `stops at its limit`() throws {
    let zeros = [UInt8](repeating: 0, count: 1000)
    let deflated = Deflater.deflate(zeros, .gzip)

    #expect(try Inflater.inflate(deflated, .gzip, limit: 1000) == zeros)
    #expect(throws: InflateError.overLimit(999)) {
      try Inflater.inflate(deflated, .gzip, limit: 999)
    }
  }
}
