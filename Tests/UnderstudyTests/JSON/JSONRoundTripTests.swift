import Testing
import Understudy

@Suite("A JSON round trip")
struct JSONRoundTripTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1.50", "1E+2", "12345678901234567890123", #""""#,
    #""a/b""#,
    #""é🚲 \" \\ \n \r \t \u0000 \u001f""#, "[]", "{}", "[[],{}]", #"{"b":1,"a":[1,2,{"c":null}]}"#,
    #"{"a":1,"a":2}"#,
  ])
  func `ends with the text that it began with`(_ text: String) throws {
    let document = try JSON(parsing: text)

    #expect(document.text == text)
  }

  @Test(arguments: [
    (" \t\r\n[ 1 , 2 ] \n", "[1,2]"),
    (#""\/\b\f""#, #""/\u0008\u000c""#),
    (#""\u5b9f\ud83d\uDEB2""#, #""実🚲""#),
    (#"{"\u0061":1}"#, #"{"a":1}"#),
    ("\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""),
  ])
  func `leaves no more spaces and escapes than RFC 8259 demands`(_ read: String, _ written: String)
    throws
  {
    let document = try JSON(parsing: read)

    #expect(document.text == written)
  }

  @Test func `survives indentation by two spaces`() throws {
    let document: JSON = ["b": [1, 2], "a": ["c": nil], "none": [], "empty": [:]]

    let text = String(decoding: document.bytes(pretty: true), as: UTF8.self)

    #expect(
      text == """
        {
          "b": [
            1,
            2
          ],
          "a": {
            "c": null
          },
          "none": [],
          "empty": {}
        }
        """)
    #expect(try JSON(parsing: text) == document)
  }

  @Test(.bug(id: "X01"), arguments: [#"{"a":1}"#, "1"])
  func `may begin with a byte order mark`(_ text: String) throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)

    let document = try JSON(parsing: bytes)

    #expect(document.text == text)
    #expect(JSON.syntaxError(in: bytes) == nil)
  }

  @Test(.bug(id: "J06"))
  func `does not depend on escapes`() throws {
    let escaped = try JSON(parsing: #"{"t":"\u5b9f\u9a13","e":"\ud83d\udeb2"}"#)
    let raw = try JSON(parsing: #"{"t":"実験","e":"🚲"}"#)

    #expect(escaped == raw)
  }

  @Test(arguments: UInt64(1)...40)
  func `loses nothing, whatever the document`(_ seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    let document = documents.next(depth: 5)

    let compact = document.bytes()
    let pretty = document.bytes(pretty: true)

    #expect(try JSON(parsing: compact).bytes() == compact)
    #expect(try JSON(parsing: pretty) == document)
    #expect(try JSON(parsing: pretty).hashValue == document.hashValue)
    #expect(JSON.syntaxError(in: pretty) == nil)
  }

  @Test(arguments: UInt64(1)...40)
  func `starts only where the check without values finds no error either`(_ seed: UInt64) {
    var documents = RandomDocuments(seed: seed)
    var bytes = documents.next(depth: 4).bytes()
    for _ in 0..<200 {
      bytes[documents.below(bytes.count)] = UInt8(documents.below(256))

      let isRead = (try? JSON(parsing: bytes)) != nil

      #expect(isRead == (JSON.syntaxError(in: bytes) == nil))
    }
  }
}
