import Testing

@Suite("A page of the guides")
struct PageTests {
  private static let comments = ["Tests/GuidesTests/Comments"]

  private static func docc(_ module: String) -> String {
    "Sources/\(module)/\(module).docc/\(module).md"
  }

  @Test(arguments: [
    ("docs/urlsession.md", ["Examples/Shop", "Tests/GuidesTests/URLSession"]),
    ("docs/ui-tests.md", ["Examples/Shop", "Tests/GuidesTests/UITests"]),
    ("docs/getting-started.md", ["Tests/GuidesTests/GettingStarted"]),
    (docc("Understudy"), ["Tests/GuidesTests/GettingStarted"]),
    (docc("UnderstudyClient"), comments), (docc("UnderstudyTesting"), comments),
    (docc("UnderstudyInProcess"), comments),
  ])
  func `shows code that is compiled here`(name: String, folders: [String]) throws {
    let page = try SwiftPage(page: name)

    #expect(!page.blocks.isEmpty)
    #expect(try page.strangers(to: folders).filter { !Self.isOfAPackage($0) } == [])
  }

  /// What makes a package of one's own: no test can have it inside itself.
  private static func isOfAPackage(_ block: String) -> Bool {
    block.contains(".package(") || block.contains("@main")
  }

  @Test func `is told from one with other code`() throws {
    let page = try SwiftPage(page: "docs/alamofire.md")

    #expect(try page.strangers(to: ["Examples/Shop"]).count == page.blocks.count)
  }

  @Test(arguments: ["UnderstudyClient", "UnderstudyTesting", "UnderstudyInProcess"])
  func `stands in the comments of a module too, and is compiled here`(module: String) throws {
    let comments = try SwiftPage(commentsOf: "Sources/\(module)")

    #expect(comments.blocks.count >= 3)
    #expect(try comments.strangers(to: Self.comments) == [])
  }
}
