import Platform
import Testing
import Understudy

@Suite("The example fixtures")
struct ExampleFixtureTests {
  @Test func `list ten users, each with a file of its own`() throws {
    let users = try #require(ExampleFixtures.json("users/list.json").arrayValue)

    #expect(users.count == 10)
    for user in users {
      let id = try #require(user["id"]?.intValue)
      #expect(try ExampleFixtures.json("users/\(id).json") == user)
      #expect(user["email"]?.stringValue?.hasSuffix("@example.com") == true)
    }
  }

  @Test func `page through as many items as they announce`() throws {
    let pages = try (1...3).map { try ExampleFixtures.json("items/pages/\($0).json") }

    let ids = pages.flatMap { $0["items"]?.arrayValue ?? [] }.map { $0["item_id"]?.intValue }
    #expect(ids == Array(1...47))
    #expect(pages.map { $0["total"]?.intValue } == [47, 47, 47])
    #expect(pages.map { $0["page"]?.intValue } == [1, 2, 3])
    #expect(pages.map { $0["has_more"]?.boolValue } == [true, true, false])
  }

  @Test(arguments: [1, 2, 3, 21, 41, 47])
  func `say the same of an item in its page and in its detail`(_ id: Int) throws {
    let page = try ExampleFixtures.json("items/pages/\((id - 1) / 20 + 1).json")
    let listed = try #require(page["items"]?[(id - 1) % 20]?.objectValue)

    let detail = try ExampleFixtures.json("items/\(id).json")

    for (key, value) in listed {
      #expect(detail[key] == value, "\(key)")
    }
  }

  @Test func `name pictures that exist`() throws {
    let names = ExampleFixtures.folder.fileNames()
    let documents = try names.filter { $0.hasSuffix(".json") }.map(ExampleFixtures.json)

    let urls = ["image_url", "icon_url"].flatMap { key in
      documents.flatMap { ExampleFixtures.values(of: key, in: $0) }
    }

    #expect(!urls.isEmpty)
    for url in urls {
      let name = try #require(url.stringValue)
      #expect(name.hasPrefix("/assets/"))
      #expect(names.contains(String(name.dropFirst())), "\(name)")
    }
  }
}
