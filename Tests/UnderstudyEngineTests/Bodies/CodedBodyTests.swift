import TestSupport
import Testing
import Understudy
import Zlib

@testable import UnderstudyEngine

@Suite("A coded body")
struct CodedBodyTests {
  static let rule = BodyRule.json(["id": "ok"])
  static let ok = Array(#"{"id":"ok"}"#.utf8)
  static let gzip = Deflater.deflate(ok, .gzip)

  @Test(arguments: [
    BodyExample("G01", rule, gzip, ["Content-Encoding: gzip", "Content-Type: application/json"]),
    BodyExample(
      "G01", rule, Deflater.deflate(Array(#"{"id":"wrong"}"#.utf8), .gzip),
      ["Content-Encoding: gzip"],
      differs: [#"body /id: "ok" <> "wrong""#]),
    BodyExample("x-gzip", rule, gzip, ["Content-Encoding: X-GZIP"]),
    BodyExample("deflate", rule, Deflater.deflate(ok, .zlib), ["Content-Encoding: deflate"]),
    BodyExample("raw deflate", rule, Deflater.deflate(ok, .raw), ["Content-Encoding: deflate"]),
    BodyExample("identity", rule, ok, ["Content-Encoding: identity"]),
    BodyExample(
      "several", rule, Deflater.deflate(Deflater.deflate(ok, .zlib), .gzip),
      ["Content-Encoding: deflate, gzip"]),
    BodyExample(
      "several", rule, Deflater.deflate(Deflater.deflate(ok, .zlib), .gzip),
      ["Content-Encoding: deflate", "Content-Encoding: gzip"]),
    BodyExample(
      "several", rule, ok, ["Content-Encoding: gzip, gzip, gzip, gzip, gzip"],
      differs: ["body -: JSON <> more than 4 content codings"]),
    BodyExample(
      "unknown", rule, ok, ["Content-Encoding: zstd"],
      differs: [
        "body -: JSON <> content coding 'zstd', which is not decoded here: gzip and deflate are"
      ]),
    BodyExample("none", .noBody, "", ["Content-Encoding: gzip"]),
    BodyExample("none", .noBody, Deflater.deflate([], .gzip), ["Content-Encoding: gzip"]),
    BodyExample("G02", .bytes(gzip), gzip, ["Content-Type: application/gzip"]),
    BodyExample(
      "G02", rule, gzip, ["Content-Type: application/gzip"],
      differs: [
        "body -: JSON <> not JSON: expected a value, found the byte 0x1f (line 1, column 1)"
      ]),
    BodyExample(
      "G04", rule, Array(gzip[..<12]), ["Content-Encoding: gzip"],
      differs: ["body -: JSON <> gzip that ends too early"]),
    BodyExample(
      "G04", rule, "not gzip", ["Content-Encoding: gzip"],
      differs: ["body -: JSON <> not gzip, as its Content-Encoding says"]),
  ])
  func `is decoded by what its header says`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(.bug(id: "G04"))
  func `is decoded up to a limit, and no memory is taken beyond it`() throws {
    let member = Deflater.deflate([UInt8](repeating: 0, count: 1 << 20), .gzip)
    let bomb = Array(repeatElement(member, count: 1000).joined())
    let request = try bodyRequest(bomb, ["Content-Encoding: gzip"], decodedLimit: 1 << 20)
    let before = residentMemory()

    let found = BodyMatcher(Self.rule, fixtures: nil).differences(request)

    #expect(
      found.map(\.actual) == ["gzip that holds more than 1048576 bytes, the limit of --max-body"])
    #expect(residentMemory() - before < 256 << 20)
  }

  @Test(arguments: [("[0", ",0", "]"), (#"{"":0"#, #","":0"#, "}")])
  func `may hold a million values of JSON, and no more`(
    first: String, next: String, last: String
  ) throws {
    func request(_ count: Int) throws -> ReceivedRequest {
      // The document as a whole is a value too.
      let text = first + String(repeating: next, count: count - 2) + last
      return try bodyRequest(Deflater.deflate(Array(text.utf8), .gzip), ["Content-Encoding: gzip"])
    }
    let flood = try request(1_000_001)
    let matcher = BodyMatcher(.json(["id": 1]), fixtures: nil)

    #expect(!matcher.fits(flood))
    #expect(
      matcher.differences(flood).map(\.actual) == ["JSON of more than 1000000 values"])
    #expect(BodyMatcher(.json(.any), fixtures: nil).fits(try request(1_000_000)))
  }

  @Test func `that is not all there is never compared`() throws {
    let request = try bodyRequest(Self.ok, length: 100)

    let found = [
      Self.rule, .bytes(Self.ok), .text(.any), .noBody, .where("is short") { _ in true },
    ]
    .flatMap { BodyMatcher($0, fixtures: nil).differences(request) }

    #expect(found.count == 5)
    #expect(found.allSatisfy { $0.actual == "only the first 11 of 100 bytes were kept" })
  }
}
