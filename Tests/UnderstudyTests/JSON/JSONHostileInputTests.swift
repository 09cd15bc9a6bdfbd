import Testing
import Understudy

@Suite("Hostile JSON")
struct JSONHostileInputTests {
  @Test(arguments: ["[", "{\"a\":", "[{\"a\":[", "[[],["])
  func `nested a million levels deep is refused`(_ opening: String) {
    let bytes = Array(String(repeating: opening, count: 1_000_000).utf8)

    let error = JSON.syntaxError(in: bytes)

    #expect(error?.reason == "nested deeper than 256 levels")
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
  }

  @Test(arguments: [(256, true), (257, false)])
  func `is told by the depth of the brackets`(_ depth: Int, _ isRead: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)

    #expect(((try? JSON(parsing: text)) != nil) == isRead)
  }

  @Test func `may have its own limit of depth`() {
    #expect(throws: Never.self) { try JSON(parsing: Array("[[1]]".utf8), maxDepth: 2) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: Array("[[1]]".utf8), maxDepth: 1) }
    #expect(throws: Never.self) { try JSON(parsing: Array("1".utf8), maxDepth: 0) }
  }

  @Test func `cut anywhere is refused`() {
    let bytes = Array(#"{"a":["é\ud83d\ude00\n",true,false,null,{"b":-1.5e-3}]}"#.utf8)

    for length in bytes.indices {
      #expect(JSON.syntaxError(in: Array(bytes.prefix(length))) != nil)
    }
  }

  @Test func `with a number of a million digits keeps them all`() throws {
    let text = String(repeating: "9", count: 1_000_000)

    let value = try JSON(parsing: text)

    #expect(value.text == text)
    #expect(value.intValue == nil)
    #expect(try value != JSON(parsing: text + "0"))
  }

  @Test func `with thousands of equal keys is compared`() throws {
    let members = JSON.Object((0..<5_000).map { (key: "k", value: .int($0)) })
    let others = JSON.Object([(key: "z", value: 1)] + members.dropFirst())

    #expect(JSON.object(members) != .object(others))
    #expect(members["k"] == 4_999)
  }
}
