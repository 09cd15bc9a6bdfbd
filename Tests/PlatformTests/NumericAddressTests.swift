import Platform
import Testing

@Suite("An address in digits")
struct NumericAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("FE80:0::1", "fe80::1"),
    ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
  ])
  func `is bytes and text`(text: String, right: String) {
    #expect(NumericAddress.bytes(text).flatMap(NumericAddress.text) == right)
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.256", "[::1]", "::1%lo", "1.2.3.4:5"])
  func `is nothing else`(text: String) {
    #expect(NumericAddress.bytes(text) == nil)
  }
}
