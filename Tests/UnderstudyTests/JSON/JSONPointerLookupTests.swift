import Testing
import Understudy

@Suite("A look-up by JSON Pointer")
struct JSONPointerLookupTests {
  static let document = #"""
    {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8,
     "~1":9,"deep":[{"x":[10]}],"é":11,"dup":1,"dup":12}
    """#

  @Test(
    arguments: [
      ("/foo/0", "bar"), ("/foo/1", "baz"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
      ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8), ("/~01", 9),
      ("/deep/0/x/0", 10), ("/\u{E9}", 11), ("/dup", 12), ("/foo", ["bar", "baz"]),
      ("/foo/2", nil), ("/foo/-", nil), ("/foo/01", nil), ("/foo/+1", nil), ("/foo/", nil),
      ("/foo/99999999999999999999", nil), ("/e\u{301}", nil), ("/none", nil), ("/foo/0/x", nil),
    ] as [(String, JSON?)])
  func `finds the value that RFC 6901 says`(_ text: String, _ value: JSON?) throws {
    let document = try JSON(parsing: Self.document)
    let pointer = try #require(JSONPointer(text))

    #expect(document.value(at: pointer) == value)
  }

  @Test func `finds the whole document when empty`() throws {
    let document = try JSON(parsing: Self.document)

    #expect(document.value(at: "") == document)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "#/a", " /a"])
  func `finds nothing through a text that is no pointer`(_ text: String) {
    let literal = JSONPointer(stringLiteral: text)

    #expect(JSONPointer(text) == nil)
    #expect(!literal.isValid)
    #expect(literal.description == text)
    #expect(JSON.null.value(at: literal) == nil)
  }

  @Test func `tells pointers apart by their bytes`() {
    let one: JSONPointer = "/\u{E9}"
    let other: JSONPointer = "/e\u{301}"

    #expect(one != other)
    #expect(Set([one, other, "/\u{E9}"]).count == 2)
  }
}
