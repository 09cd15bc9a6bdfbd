import Testing
import Understudy

@Suite("The closest name")
struct ClosestNameTests {
  static let known = ["users.list", "users.detail", "items.list", "account.login", "--port", "id"]

  @Test(arguments: [
    ("users.lst", "users.list"), ("usres.list", "users.list"), ("USERS.LIST", "users.list"),
    ("users.detial", "users.detail"), ("item.list", "items.list"), ("--prot", "--port"),
    ("account", "account.login"), ("users.list.all", "users.list"), ("ID", "id"),
    ("orders", nil), ("", nil), ("x", nil), ("zz", nil), ("users", "users.list"),
  ])
  func `is near in letters, or begins alike`(_ name: String, _ closest: String?) {
    #expect(Spelling.closest(to: name, among: Self.known) == closest)
  }

  @Test func `is none for a text that is no name`() {
    let text = String(repeating: "users.list", count: 10)

    #expect(Spelling.closest(to: text, among: Self.known) == nil)
  }

  @Test func `makes the end of a message`() {
    #expect(
      Spelling.suggestion(for: "--prot", among: Self.known) == " Did you mean '--port'?")
    #expect(Spelling.suggestion(for: "qqq", among: Self.known) == "")
  }
}
