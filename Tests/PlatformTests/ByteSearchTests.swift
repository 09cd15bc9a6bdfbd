import Testing

@testable import Platform

@Suite("Two equal bytes in a row")
struct ByteSearchTests {
  @Test(arguments: [
    ("{{", true), ("{{base}}", true), ("a long text that ends in two {{", true), ("{ {{", true),
    ("{a{{", true), ("{", false), ("", false), ("{a{", false), ("}}", false),
    ("a long text with one { and another {", false), ("日本語の文章{{path.id}}", true),
  ])
  func `are found wherever they stand`(_ text: String, _ isFound: Bool) {
    #expect(ByteSearch.hasPair(of: UInt8(ascii: "{"), in: text) == isFound)
  }
}
