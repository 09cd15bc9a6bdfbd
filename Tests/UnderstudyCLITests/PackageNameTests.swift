import Foundation
import Testing

@testable import UnderstudyCLI

@Suite("The name of a package")
struct PackageNameTests {
  @Test(arguments: [
    ("Shop", "shop"), ("MyShop", "my-shop"), ("HTTPThings", "httpthings"), ("Shop2Go", "shop2-go"),
  ])
  func `names modules and a program`(_ text: String, _ program: String) throws {
    let name = try PackageName(text)

    #expect(name.program == program)
    #expect(name.routes == "\(text)Routes")
    #expect(name.main == "\(text)Main")
  }

  @Test(arguments: [
    ("shop", " Did you mean 'Shop'?"), ("my-shop", " Did you mean 'MyShop'?"), ("2Go", ""),
    ("", ""), ("Shöp", " Did you mean 'ShP'?"), ("Shop/../x", " Did you mean 'ShopX'?"),
    ("My_Shop", " Did you mean 'MyShop'?"), (String(repeating: "A", count: 65), ""),
  ])
  func `is refused where Swift would have none of it`(_ text: String, _ suggestion: String) {
    let error = #expect(throws: CommandFailure.self) { try PackageName(text) }

    #expect(
      error?.text == "error: Name '\(text)' must be a capital letter and then letters and digits, "
        + "for it names modules of Swift.\(suggestion)\n")
  }

  @Test(arguments: [("Example", "ExampleRoutes"), ("Understudy", "UnderstudyMain")])
  func `is refused where a module of it is taken`(_ text: String, _ module: String) {
    let error = #expect(throws: CommandFailure.self) { try PackageName(text) }

    #expect(
      error?.text == """
        error: Name '\(text)' is taken: Understudy itself has a module '\(module)'.
          hint    choose another; modules of one program have names of their own

        """)
  }

  @Test func `knows every module of this package that a name could meet`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let manifest = try String(
      contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let names = manifest.matches(of: #/(?:room|tests|name:)\(?\s*"?"(\w+)"/#).map { String($0.1) }
    let own = ["Routes", "Main", "RoutesTests"]

    #expect(names.contains("ExampleRoutes") && names.contains("UnderstudyCLITests"))
    for name in names where own.contains(where: name.hasSuffix) {
      #expect(PackageName.takenModules.contains(name), "\(name)")
    }
  }
}
