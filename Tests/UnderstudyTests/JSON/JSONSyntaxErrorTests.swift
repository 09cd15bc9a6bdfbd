import Testing
import Understudy

@Suite("A JSON syntax error")
struct JSONSyntaxErrorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var text: String, message: String
    var testDescription: String { text }

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  @Test(arguments: [
    Example("", "line 1, column 1: expected a value, found the end"),
    Example(" \n ", "line 2, column 2: expected a value, found the end"),
    Example("{", "line 1, column 2: expected a key in quotes, found the end"),
    Example("[1,]", "line 1, column 4: expected a value, found ']'"),
    Example(#"{"a":1,}"#, "line 1, column 8: expected a key in quotes, found '}'"),
    Example(#"{a:1}"#, "line 1, column 2: expected a key in quotes, found 'a'"),
    Example(#"{"a" 1}"#, "line 1, column 6: expected ':' after a key, found '1'"),
    Example(
      "{\n  \"a\": 1\n  \"b\": 2\n}",
      "line 3, column 3: expected ',' or '}' after a member, found '\"'"),
    Example("[1 2]", "line 1, column 4: expected ',' or ']' after an element, found '2'"),
    Example("[1", "line 1, column 3: expected ',' or ']' after an element, found the end"),
    Example("1 2", "line 1, column 3: expected the end after the value, found '2'"),
    Example("{}}", "line 1, column 3: expected the end after the value, found '}'"),
    Example("nulll", "line 1, column 5: expected the end after the value, found 'l'"),
    Example("nul", "line 1, column 1: expected a value, found 'n'"),
    Example("True", "line 1, column 1: expected a value, found 'T'"),
    Example("NaN", "line 1, column 1: expected a value, found 'N'"),
    Example("+1", "line 1, column 1: expected a value, found '+'"),
    Example(".5", "line 1, column 1: expected a value, found '.'"),
    Example("01", "line 1, column 2: a number must not begin with 0"),
    Example("-01", "line 1, column 3: a number must not begin with 0"),
    Example("-", "line 1, column 2: expected a digit, found the end"),
    Example("1.", "line 1, column 3: expected a digit, found the end"),
    Example("1.e2", "line 1, column 3: expected a digit, found 'e'"),
    Example("1e+", "line 1, column 4: expected a digit, found the end"),
    Example("0x1F", "line 1, column 2: expected the end after the value, found 'x'"),
    Example("// no", "line 1, column 1: expected a value, found '/'"),
    Example("'a'", "line 1, column 1: expected a value, found '''"),
    Example(#"["é🚲",é]"#, "line 1, column 7: expected a value, found 'é'"),
    Example("\u{FEFF}[x", "line 1, column 2: expected a value, found 'x'"),
    Example("[\u{0}]", "line 1, column 2: expected a value, found the byte 0x00"),
    Example("[\u{A0}1]", "line 1, column 2: expected a value, found '\u{A0}'"),
    Example(#""a"#, "line 1, column 3: expected '\"' at the end of a string, found the end"),
    Example(
      "\"a\nb\"", "line 1, column 3: a control character in a string must be written as \\u000a"),
    Example(#""\"#, "line 1, column 3: expected an escape, found the end"),
    Example(#""\x""#, "line 1, column 2: an escape that JSON does not have"),
    Example(
      #""\u12G4""#, "line 1, column 4: expected four hexadecimal digits after \\u"),
    Example(
      #""\u12"#, "line 1, column 4: expected four hexadecimal digits after \\u"),
    Example(#""a\ud83d""#, "line 1, column 3: an escape is half of a surrogate pair"),
    Example(#""\ude00""#, "line 1, column 2: an escape is half of a surrogate pair"),
    Example(#""\ud83dx""#, "line 1, column 2: an escape is half of a surrogate pair"),
    Example(#""\ud83d\ud83d""#, "line 1, column 2: an escape is half of a surrogate pair"),
    Example(#""\ud83d\n""#, "line 1, column 2: an escape is half of a surrogate pair"),
  ])
  func `says where and why`(_ example: Example) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: example.text) }

    #expect(error?.description == example.message)
    #expect(JSON.syntaxError(in: Array(example.text.utf8)) == error)
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x9A], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3, 0xC3, 0xA9],
    ] as [[UInt8]])
  func `names the byte that is not UTF-8`(_ bad: [UInt8]) {
    let quote = UInt8(ascii: "\"")

    let error = JSON.syntaxError(in: Array("[1,\"é".utf8) + bad + [quote, UInt8(ascii: "]")])

    #expect(error?.description == "line 1, column 6: a string is not valid UTF-8")
    #expect(error?.offset == 6)
  }

  @Test func `names a byte outside strings that is not UTF-8`() {
    let error = JSON.syntaxError(in: [0xFF])

    #expect(error?.description == "line 1, column 1: expected a value, found the byte 0xff")
  }

  @Test func `accepts every code point in a string`() throws {
    let edges: [Unicode.Scalar] = [
      " ", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{CFFF}", "\u{D7FF}",
      "\u{E000}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{FFFFF}",
      "\u{100000}", "\u{10FFFF}",
    ]
    let text = String(String.UnicodeScalarView(edges))

    let value = try JSON(parsing: "\"\(text)\"")

    #expect(value == .string(text))
  }
}
