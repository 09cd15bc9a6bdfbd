import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("The names of selectors")
struct SelectorNamesTests {
  let names = SelectorNames(WorldTests.catalog.routes)

  struct Example: Sendable, CustomTestStringConvertible {
    var name: String, selector: Selector, places: [Int]
    var testDescription: String { name }
  }

  @Test(arguments: [
    Example(name: "*", selector: .all, places: [0, 1, 2, 3]),
    Example(name: "items.*", selector: .prefix("items."), places: [0, 1, 2]),
    Example(name: "items.sub.*", selector: .prefix("items.sub."), places: [2]),
    Example(name: "users.list", selector: .route(3), places: [3]),
  ])
  func `stand for routes`(_ example: Example) throws {
    let selector = try names.selector(example.name)

    #expect(selector == example.selector)
    #expect(names.places(of: selector) == example.places)
    #expect(names.name(of: selector) == example.name)
  }

  @Test func `are those of routes and groups, as they are written`() {
    #expect(names.ids == ["items.list", "items.text", "items.sub.one", "users.list"])
    #expect(names.groups == ["items.*", "items.sub.*", "users.*"])
  }

  @Test func `compare by their bytes`() {
    let names = SelectorNames(
      Catalog(RouteGroup("r") { Route("r.K", .get, "/", default: .status(200)) }).routes)

    #expect(names.place(of: "r.K") == 0)
    // The Kelvin sign is canonically equivalent to the letter.
    #expect(names.place(of: "r.\u{212A}") == nil)
  }
}
