import Testing
import Understudy

@Suite("A JSON text")
struct JSONTextTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    var text: String, message: String
    var testDescription: String { text.prefix(40).debugDescription }
  }

  @Test(arguments: [
    Broken(text: "", message: "line 1, column 1: expected a value, found the end"),
    Broken(text: "{\"a\":1 \"b\":2}", message: "line 1, column 8: expected ',' or '}' after a member, found '\"'"),
    Broken(text: "{\n  \"a\": 1,\n}", message: "line 3, column 1: expected a key in quotes, found '}'"),
    Broken(text: "[1,]", message: "line 1, column 4: expected a value, found ']'"),
    Broken(text: "[1 2]", message: "line 1, column 4: expected ',' or ']' after an element, found '2'"),
    Broken(text: "{\"a\" 1}", message: "line 1, column 6: expected ':' after a key, found '1'"),
    Broken(text: "{a:1}", message: "line 1, column 2: expected a key in quotes, found 'a'"),
    Broken(text: "01", message: "line 1, column 2: a number must not begin with 0"),
    Broken(text: "1.", message: "line 1, column 3: expected a digit, found the end"),
    Broken(text: "+1", message: "line 1, column 1: expected a value, found '+'"),
    Broken(text: "tru", message: "line 1, column 1: expected a value, found 't'"),
    Broken(text: "1 2", message: "line 1, column 3: expected the end after the value, found '2'"),
    Broken(text: "\"a", message: "line 1, column 3: expected '\"' at the end of a string, found the end"),
    Broken(text: "\"a\nb\"", message: "line 1, column 3: a control character in a string must be written as \\u000a"),
    Broken(text: "\"\\x\"", message: "line 1, column 2: an escape that JSON does not have"),
    Broken(text: "\"\\ud800\"", message: "line 1, column 2: an escape is half of a surrogate pair"),
    Broken(text: "\"\\u12g4\"", message: "line 1, column 4: expected four hexadecimal digits after \\u"),
    Broken(text: "{\"\u{E9}\u{1F600}\": x}", message: "line 1, column 8: expected a value, found 'x'"),
    Broken(text: String(repeating: "[", count: 1_000_000), message: "line 1, column 257: nested deeper than 256 levels"),
  ])
  func `that is broken is refused with line and column`(_ example: Broken) {
    do throws(JSONSyntaxError) {
      let json = try JSON(parsing: example.text)
      Issue.record("was read as \(json)")
    } catch {
      #expect(error.description == example.message)
    }
    #expect(JSON.syntaxError(in: Array(example.text.utf8))?.description == example.message)
  }

  @Test func `that is not UTF-8 is refused`() {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22, 0xC0, 0x80, 0x22]) }
  }

  @Test(arguments: [
    "null", "true", "[]", "{}", "\"\"", "-0", "1e999999999", "123456789012345678901234567890",
    #"{"b":1,"a":{"z":[1,2.50,null],"y":"\"\\\n\u001f/é😀"}}"#,
  ])
  func `comes back as it was written`(text: String) throws {
    #expect(try JSON(parsing: text).text == text)
  }

  @Test func `may have escapes for any character`() throws {
    #expect(try JSON(parsing: #""\u0041\u00e9\ud83d\ude00\/\b\f\n\r\t""#) == "A\u{E9}\u{1F600}/\u{8}\u{C}\n\r\t")
  }

  @Test(.bug(id: "X01"))
  func `may begin with a byte order mark`() throws {
    #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8)) == ["a": 1])
  }

  @Test func `is indented where it is for people`() {
    let json: JSON = ["a": [1, 2], "b": [:], "c": []]

    #expect(
      String(decoding: json.bytes(pretty: true), as: UTF8.self) == """
        {
          "a": [
            1,
            2
          ],
          "b": {},
          "c": []
        }
        """)
  }
}

@Suite("A JSON value")
struct JSONValueTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var one: String, other: String, areEqual: Bool
    var testDescription: String { "\(one) \(areEqual ? "is" : "is not") \(other)" }
  }

  @Test(arguments: [
    Pair(one: "1", other: "1.0", areEqual: true), Pair(one: "1", other: "10e-1", areEqual: true),
    Pair(one: "0", other: "-0.0e5", areEqual: true), Pair(one: "100", other: "1E2", areEqual: true),
    Pair(one: "0.1", other: "1e-1", areEqual: true),
    Pair(one: "9007199254740992", other: "9007199254740993", areEqual: false),
    Pair(one: "1", other: "-1", areEqual: false), Pair(one: "1", other: "true", areEqual: false),
    Pair(one: "1", other: "\"1\"", areEqual: false), Pair(one: "null", other: "0", areEqual: false),
    Pair(one: #"{"a":1,"b":2}"#, other: #"{"b":2,"a":1}"#, areEqual: true),
    Pair(one: "[1,2]", other: "[2,1]", areEqual: false),
    Pair(one: #"{"a":null}"#, other: "{}", areEqual: false),
    Pair(one: "\"caf\u{E9}\"", other: "\"cafe\u{301}\"", areEqual: false),
    Pair(one: "{\"caf\u{E9}\":1}", other: "{\"cafe\u{301}\":1}", areEqual: false),
    Pair(one: "1e999999999", other: "1e999999998", areEqual: false),
  ])
  func `compares as JSON does`(_ pair: Pair) throws {
    let one = try JSON(parsing: pair.one)
    let other = try JSON(parsing: pair.other)

    #expect((one == other) == pair.areEqual)
    if pair.areEqual { #expect(one.hashValue == other.hashValue) }
  }

  @Test func `gives whole numbers that fit`() throws {
    #expect(try JSON(parsing: "1.0").intValue == 1)
    #expect(try JSON(parsing: "12e2").intValue == 1200)
    #expect(try JSON(parsing: "1.5").intValue == nil)
    #expect(try JSON(parsing: "1e400").intValue == nil)
    #expect(try JSON(parsing: "-9223372036854775808").intValue == Int.min)
    #expect(try JSON(parsing: "9223372036854775808").intValue == nil)
  }

  @Test func `finds the last of equal keys and keeps all for output`() throws {
    let json = try JSON(parsing: #"{"a":1,"a":2}"#)

    #expect(json["a"] == 2)
    #expect(json.text == #"{"a":1,"a":2}"#)
  }

  @Test(arguments: [
    (#"{"data":{"items":[1],"tags":["a"]},"page":1}"#, #"{"data":{"items":[],"tags":[]},"page":1}"#),
    ("[[1],[2]]", "[]"), (#"{"a":[{"b":[1]}],"c":{"d":[1]}}"#, #"{"a":[],"c":{"d":[1]}}"#),
  ])
  func `has its shallowest arrays emptied`(text: String, expected: String) throws {
    #expect(try JSON(parsing: text).emptyingShallowestArrays()?.text == expected)
    #expect(JSON.object(["a": 1]).emptyingShallowestArrays() == nil)
  }
}

@Suite("A JSON Pointer")
struct JSONPointerTests {
  static let document: JSON = ["a": ["b": [1, 2]], "c/d": 3, "e~f": 4, "": 5]

  @Test(arguments: [
    ("/a/b/0", "1"), ("/c~1d", "3"), ("/e~0f", "4"), ("/", "5"), ("/a/b/2", nil), ("/a/b/01", nil),
    ("/x", nil),
  ])
  func `leads to a value`(pointer: String, expected: String?) throws {
    #expect(Self.document.value(at: try #require(JSONPointer(pointer)))?.text == expected)
  }

  @Test(arguments: ["a", "/a~2", "/~"])
  func `that is none is refused`(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test func `sets, adds and appends`() throws {
    let patched = try Self.document.patched([
      ("/a/b/0", 9), ("/a/b/-", 3), ("/a/new", nil), ("/c~1d", "x"),
    ])

    #expect(patched.text == #"{"a":{"b":[9,2,3],"new":null},"c/d":"x","e~f":4,"":5}"#)
  }

  @Test(arguments: [
    ("/x/y", "'/x/y' leads through 'x', which is missing"),
    ("/a/b/5", "'/a/b/5' leads to '5' of an array with 2 elements"),
    ("/c~1d/e", "'/c~1d/e' leads to 'e' inside a number, which has no parts"),
  ])
  func `that leads nowhere is an error`(pointer: String, message: String) throws {
    let pointer = try #require(JSONPointer(pointer))

    do throws(JSONPatchError) {
      _ = try Self.document.patched([(pointer, 1)])
      Issue.record("was patched")
    } catch {
      #expect(error.description == message)
    }
  }
}

@Suite("A spelling")
struct SpellingTests {
  @Test(arguments: [
    ("serverEror", "serverError"), ("serevrError", "serverError"), ("OFFLINE", "offline"),
    ("time", "timeout"), ("x", nil), ("completelyElse", nil), ("", nil),
  ])
  func `leads to the closest name`(name: String, expected: String?) {
    let known = ["default", "serverError", "offline", "timeout"]

    #expect(Spelling.closest(to: name, among: known) == expected)
  }
}
