import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A text or bytes")
struct TextBodyTests {
  static let greetings: [UInt8] = [0x47, 0x72, 0xFC, 0xDF, 0x65]
  static func type(_ charset: String) -> [String] {
    ["Content-Type: text/plain; charset=\(charset)"]
  }

  @Test(arguments: [
    BodyExample("C02", .text("Grüße"), greetings, type("ISO-8859-1")),
    BodyExample("C02", .text("Grüße"), "Grüße"),
    BodyExample("C02", .text("Grüße"), "Grüße", type("\"UTF-8\"")),
    BodyExample(
      "C02", .text("Grüße"), greetings, differs: ["body -: Grüße <> not UTF-8 at byte 2"]),
    BodyExample(
      "C02", .text("Grüße"), greetings, type("klingon"),
      differs: ["body -: Grüße <> charset 'klingon', which is not decoded here"]),
    BodyExample(
      "ascii", .text(.any), greetings, type("us-ascii"),
      differs: ["body -: any value <> not US-ASCII at byte 2"]),
    BodyExample("windows-1252", .text("€“"), [0x80, 0x93], type("Windows-1252")),
    BodyExample(
      "windows-1252", .text(.any), [0x41, 0x81], type("cp1252"),
      differs: ["body -: any value <> not windows-1252 at byte 1"]),
    BodyExample("ISO-8859-15", .text("€é"), [0xA4, 0xE9], type("iso-8859-15")),
    BodyExample(
      "UTF-16", .text("é🚲"), [0xFE, 0xFF, 0, 0xE9, 0xD8, 0x3D, 0xDE, 0xB2], type("utf-16")),
    BodyExample("UTF-16", .text("é"), [0xFF, 0xFE, 0xE9, 0], type("utf-16")),
    BodyExample("UTF-16", .text("é"), [0, 0xE9], type("utf-16")),
    BodyExample("UTF-16LE", .text("é"), [0xE9, 0], type("UTF-16LE")),
    BodyExample("UTF-16BE", .text("é"), [0, 0xE9], type("UTF-16BE")),
    BodyExample(
      "UTF-16", .text(.any), [0, 0x41, 0xD8, 0x3D], type("utf-16be"),
      differs: ["body -: any value <> not UTF-16BE at byte 2"]),
    BodyExample(
      "UTF-16", .text(.any), [0, 0x41, 0], type("utf-16be"),
      differs: ["body -: any value <> not UTF-16BE at byte 2"]),
    BodyExample("mark", .text("a"), "\u{FEFF}a"),
    BodyExample("empty", .text(""), ""),
    BodyExample("empty", .text("a"), "", differs: [#"body -: a <> """#]),
    BodyExample("pattern", .text(.matching("[a-z]+")), "abc"),
    BodyExample(
      "pattern", .text(.matching("(a+)+")), String(repeating: "a", count: 40) + "!",
      differs: ["body -: a value that fits '(a+)+' <> pattern too costly"]),
    BodyExample("normal form", .text("é"), "e\u{301}", differs: ["body -: é <> e\u{301}"]),
    BodyExample(
      "long", .text(.equals(String(repeating: "a", count: 300) + "b")),
      String(repeating: "a", count: 301),
      differs: [
        "body -: \(String(repeating: "a", count: 200))… <> \(String(repeating: "a", count: 200))… "
          + "-- The texts differ from byte 300 on."
      ]),
    BodyExample("lines", .text("a"), "a\r\n", differs: [#"body -: a <> a\x0d\x0a"#]),
  ])
  func `is decoded by its charset`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(arguments: [
    BodyExample("equal", .bytes([0, 0xFF]), [0, 0xFF]),
    BodyExample(
      "longer", .bytes([0, 0xFF]), [0, 0xFF, 1],
      differs: ["body -: 2 bytes <> 3 bytes, different from byte 2 on"]),
    BodyExample(
      "other", .bytes([0, 0xFF]), [1, 0xFF],
      differs: ["body -: 2 bytes <> 2 bytes, different from byte 0 on"]),
    BodyExample("none", .noBody, ""),
    BodyExample("none", .noBody, "x", differs: ["body -: no body <> 1 byte"]),
  ])
  func `compares byte by byte`(_ example: BodyExample) throws {
    try example.check()
  }
}
