import Testing
import Understudy

@testable import UnderstudyEngine

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A multipart body")
struct MultipartBodyTests {
  static let type = "Content-Type: multipart/form-data; boundary=B"
  static let up = BodyRule.multipart([
    .file("avatar", filename: "pic.png", bytes: Array("hello".utf8))
  ])
  static let data = BodyRule.multipart([.field("f", "data")])

  /// A body of parts, each written as its head's lines, an empty one, and its content.
  static func body(_ parts: String...) -> String {
    parts.map { "--B\r\n\($0)\r\n" }.joined() + "--B--\r\n"
  }

  static func field(_ name: String, _ value: String) -> String {
    "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)"
  }

  static func file(_ parameters: String, _ content: String = "hello") -> String {
    "Content-Disposition: form-data; \(parameters)\r\n\r\n\(content)"
  }

  @Test(arguments: [
    BodyExample(
      "MP01", .multipart([.file("part1", filename: "p1.csv", contentType: "text/plain")]),
      "--q-77ab-01\r\nContent-Disposition: form-data; name=part1; filename=p1.csv; "
        + "filename*=utf-8''p1.csv\r\n\r\nalpha\r\n--q-77ab-01--\r\n",
      ["Content-Type: multipart/form-data; boundary=\"q-77ab-01\""]),
    BodyExample(
      "MP01", .multipart([.file("a", filename: "naïve \"x\".txt")]),
      body(
        file("name=a; filename=\"=?utf-8?B?eA==?=\"; filename*=UTF-8''na%C3%AFve%20%22x%22.txt")),
      [type]),
    BodyExample(
      "MP01", .multipart([.file("a", filename: "a\\b \"c\".txt")]),
      body(file(#"name="a"; filename="a\b \"c\".txt""#)), [type]),
    BodyExample(
      "MP02",
      .multipart([
        .file("importFile", contentType: "application/octet-stream", json: ["n": 1, "of": 1])
      ]),
      "--B\r\nContent-Type: application/octet-stream\r\nContent-Disposition: form-data; "
        + "filename=\"x.json\"; name=\"importFile\"\r\n\r\n{\"of\":1,\"n\":1}\r\n--B--", [type]),
    BodyExample("MP05", up, body(file("name=\"avatar\"; filename=\"pic.png\"")), [type]),
    BodyExample(
      "MP05", up, body(file("name=\"wrongname\"; filename=\"pic.png\"")), [type],
      differs: ["body avatar: a file <> nil", "body wrongname: nil <> a file 'pic.png' of 5 bytes"]),
    BodyExample(
      "MP05", up, body(file("name=\"avatar\"; filename=\"x.png\"")), [type],
      differs: ["body avatar.filename: pic.png <> x.png"]),
    BodyExample(
      "MP05", up, body(file("name=\"avatar\"")), [type],
      differs: ["body avatar.filename: pic.png <> nil"]),
    BodyExample(
      "MP05", up, body(file("name=\"avatar\"; filename=\"pic.png\"", "help")), [type],
      differs: ["body avatar: 5 bytes <> 4 bytes, different from byte 3 on"]),
    BodyExample("MP08", data, body(field("f", "data")), [type]),
    BodyExample(
      "MP08", data, "--B\r\n\(field("f", "data"))\r\n--B\r\n", [type],
      differs: ["body -: multipart/form-data <> no closing delimiter '--B--'"]),
    BodyExample(
      "MP08", data, "--B\r\n\(field("f", "data"))", [type],
      differs: ["body -: multipart/form-data <> no closing delimiter '--B--'"]),
    BodyExample(
      "MP08", data, "", [type], differs: ["body -: multipart/form-data <> no delimiter '--B'"]),
  ])
  func `is taken apart as browsers and libraries write it`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(
    .bug(id: "MP07"),
    arguments: [
      ("multipart/form-data", "no boundary in the content type"),
      ("multipart/form-data; boundary=", "no boundary in the content type"),
      ("multipart/form-data; boundary=\"", "no boundary in the content type"),
      ("multipart/form-data; boundary=\"\"", "no boundary in the content type"),
      ("multipart/form-data; boundary=\"a\\\"", "no boundary in the content type"),
      (
        "multipart/form-data; boundary=\(String(repeating: "B", count: 5000))",
        "a boundary of more than 70 characters"
      ),
      (
        "multipart/form-data; boundary=A\u{1}B",
        "the boundary 'A\\x01B', which has characters that none may have (RFC 2046, 5.1.1)"
      ),
    ])
  func `needs a boundary`(_ type: String, _ reason: String) throws {
    let request = try bodyRequest(
      Array(Self.body(Self.field("f", "data")).utf8), ["Content-Type: \(type)"])
    let matcher = BodyMatcher(Self.data, fixtures: nil)

    #expect(matcher.differences(request).map(\.actual) == [reason])
    #expect(!matcher.fits(request))
  }

  @Test(arguments: [
    BodyExample(
      "content type", data, body(field("f", "data")), ["Content-Type: multipart/mixed; boundary=B"],
      differs: ["header content-type: multipart/form-data <> multipart/mixed"]),
    BodyExample(
      "no name", data, body("Content-Disposition: form-data\r\n\r\ndata"), [type],
      differs: [
        "body -: multipart/form-data <> part 1 without 'form-data; name=' in its Content-Disposition"
      ]),
    BodyExample(
      "no empty line", data, body(field("f", "data"), "Content-Disposition: form-data"), [type],
      differs: ["body -: multipart/form-data <> part 2 without an empty line behind its head"]),
    BodyExample(
      "bad line", data, body("nonsense\r\n\r\ndata"), [type],
      differs: ["body -: multipart/form-data <> part 1 with the line 'nonsense' in its head"]),
    BodyExample(
      "long head", data, body("X: \(String(repeating: "x", count: 17000))\r\n\r\ndata"), [type],
      differs: ["body -: multipart/form-data <> part 1 with a head of more than 16384 bytes"]),
    BodyExample(
      "preamble", data, "ignored --B\r\n--Bx\r\n\(body(field("f", "data")))epilogue", [type]),
    BodyExample("padding", data, "--B \t\r\n\(field("f", "data"))\r\n--B--", [type]),
    BodyExample(
      "inner", .multipart([.field("f", "a\r\n--Bx\r\n--")]), body(field("f", "a\r\n--Bx\r\n--")),
      [type]),
    BodyExample("no content", .multipart([.field("f", "")]), body(field("f", "")), [type]),
    BodyExample(
      "no content", .multipart([.field("f", "")]),
      "--B\r\nContent-Disposition: form-data; name=f\r\n\r\n--B--", [type]),
    BodyExample("no parts", .multipart([]), "--B--\r\n", [type]),
  ])
  func `is read strictly`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(arguments: [
    BodyExample(
      "unexpected", data, body(field("f", "data"), field("g", "12345")), [type],
      differs: ["body g: nil <> a field of 5 bytes"]),
    BodyExample(
      "missing", data, body(field("g", "1")), [type],
      differs: ["body f: a field <> nil", "body g: nil <> a field of 1 byte"]),
    BodyExample("value", data, body(field("f", "date")), [type], differs: ["body f: data <> date"]),
    BodyExample(
      "value", data, body(file("name=f; filename=x", "data")), [type],
      differs: ["body f.filename: nil <> x"]),
    BodyExample(
      "charset", .multipart([.field("f", "é")]),
      Array(
        body(
          "Content-Disposition: form-data; name=f\r\nContent-Type: text/plain; charset=latin1\r\n\r\n"
        ).utf8
      )
      .inserting([0xE9], behind: "latin1\r\n\r\n"), [type]),
    BodyExample(
      "json", .multipart([.field("f", json: ["a": [1]])]), body(field("f", #"{"a":[2]}"#)), [type],
      differs: ["body f/a/0: 1 <> 2"]),
    BodyExample(
      "json", .multipart([.field("f", json: [])]), body(field("f", "x")), [type],
      differs: ["body f: JSON <> not JSON: expected a value, found 'x' (line 1, column 1)"]),
    BodyExample(
      "type and size",
      .multipart([.file("f", contentType: "image/PNG; q=1", size: 6...10)]),
      body("Content-Type: Image/JPEG; x=y\r\n" + file("name=f; filename=x")), [type],
      differs: [
        "body f.content-type: image/png <> image/jpeg", "body f.size: 6 to 10 bytes <> 5 bytes",
      ]),
    BodyExample(
      "order", .multipart([.field("a", "1"), .field("b", "2")]),
      body(field("b", "2"), field("a", "1")),
      [type]),
    BodyExample("optional", .multipart([.optional(.field("f", "data"))]), "--B--", [type]),
    BodyExample(
      "optional", .multipart([.optional(.field("f", "data"))]), body(field("f", "x")), [type],
      differs: ["body f: data <> x"]),
    // The first rule takes any; a part that only it takes must not be left to the second.
    BodyExample(
      "pairs", .multipart([.field("f", .any), .field("f", "2")]),
      body(field("f", "2"), field("f", "1")),
      [type]),
    BodyExample(
      "pairs", .multipart([.optional(.field("f", .any)), .field("f", .oneOf("1", "2"))]),
      body(field("f", "2"), field("f", "3")), [type]),
    BodyExample(
      "pairs", .multipart([.field("f", "1"), .field("f", "2")]),
      body(field("f", "2"), field("f", "3")),
      [type], differs: ["body f #2: 1 <> 3"]),
    BodyExample(
      "pairs", data, body(field("f", "data"), field("f", "data")), [type],
      differs: ["body f #2: nil <> a field of 4 bytes"]),
  ])
  func `has exactly the parts that the rules name`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test func `costs no more with a thousand parts of a name than with a few`() throws {
    let costly = Self.field("x", String(repeating: "a", count: 40) + "!")
    let body = String(repeating: "--B\r\n\(costly)\r\n", count: 1000) + "--B--"
    let request = try bodyRequest(Array(body.utf8), [Self.type])
    let matcher = BodyMatcher(.multipart([.field("x", .matching("(a+)+"))]), fixtures: nil)
    let begin = threadTime

    #expect(!matcher.fits(request))
    let found = matcher.differences(request)

    #expect(found.first?.line == "body x #1: a value that fits '(a+)+' <> pattern too costly")
    #expect(found.last?.line == "body -: no difference <> 980 more differences")
    // A thousand matches that are given up take some ten seconds of this thread's own time.
    #expect(threadTime - begin < .seconds(5))
  }

  /// The time that this thread has been computing, whatever else the machine does.
  private var threadTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test func `is told from one with parts to spare by their names alone`() throws {
    func parts(_ names: String...) throws -> [BodyPart] {
      let body = names.map { "--B\r\n\(Self.field($0, "1"))\r\n" }.joined() + "--B--"
      return try MultipartParser.parse(Array(body.utf8), boundary: Array("B".utf8))
    }
    let rules = [PartRule.field("x", .any), .field("x", .any), .optional(.field("y", .any))]
      .map(PartMatcher.init)

    #expect(!PartPairing.leavesOver(try parts("x", "y", "x"), by: rules))
    #expect(!PartPairing.leavesOver(try parts("x"), by: rules))
    #expect(PartPairing.leavesOver(try parts("x", "x", "x"), by: rules))
    #expect(PartPairing.leavesOver(try parts("x", "y", "y"), by: rules))
    #expect(PartPairing.leavesOver(try parts("z"), by: rules))
  }

  @Test func `may have a thousand parts`() throws {
    func body(_ count: Int) -> [UInt8] {
      Array((String(repeating: "--B\r\n\(Self.field("f", "1"))\r\n", count: count) + "--B--").utf8)
    }
    let matcher = BodyMatcher(.multipart([]), fixtures: nil)

    #expect(matcher.differences(try bodyRequest(body(1000), [Self.type])).count == 21)
    #expect(
      matcher.differences(try bodyRequest(body(1001), [Self.type])).map(\.actual) == [
        "more than 1000 parts"
      ])
  }
}

extension [UInt8] {
  /// The bytes with others behind the first place of a text.
  fileprivate func inserting(_ bytes: [UInt8], behind text: String) -> [UInt8] {
    let pattern = Array(text.utf8)
    let place = indices.first { self[$0...].starts(with: pattern) } ?? 0
    return self[..<(place + pattern.count)] + bytes + self[(place + pattern.count)...]
  }
}
