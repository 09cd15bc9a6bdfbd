import Foundation
import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("The command 'new'")
struct NewCommandTests {
  private let folder: TemporaryFolder
  private let stage = Stage()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) -> Int32 {
    var runner = stage.runner
    runner.workingFolder = folder.path
    return runner.run(arguments).rawValue
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try #require(try Files.read("\(folder.path)/\(name)")), as: UTF8.self)
  }

  @Test func `makes a package and names its files`() throws {
    #expect(run("new", "Shop") == 0)

    let files = [
      "Package.swift", "routes/Catalog.swift", "routes/Greetings.swift",
      "fixtures/greetings/list.json", "fixtures/greetings/1.json", "Sources/ShopMain/Main.swift",
      "Tests/ShopRoutesTests/CatalogTests.swift",
      "Tests/ShopRoutesTests/GreetingsTests.swift", "Makefile", "setup", "Dockerfile",
      ".dockerignore", ".gitignore", "README.md",
    ]
    #expect(
      stage.output == "Package 'Shop' is in Shop:\n" + files.map { "  \($0)\n" }.joined()
        + "It serves its example with 'make run' there, and 'make test' tests it.\n")
    for file in files { #expect(Files.permissions(of: "\(folder.path)/Shop/\(file)") != nil) }
    #expect(Files.permissions(of: "\(folder.path)/Shop/setup") == 0o755)
  }

  @Test func `depends on the checkout that this program was built from`() throws {
    #expect(run("new", "Shop") == 0)

    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let path = PackagePath.relative(checkout, from: "\(folder.path)/Shop") ?? checkout
    #expect(
      try text("Shop/Package.swift").contains(".package(name: \"understudy\", path: \"\(path)\")"))
  }

  @Test func `depends on a checkout beside it, there and in its image`() throws {
    try folder.write(
      "understudy/Package.swift", "let package = Package(\n  name: \"understudy\"\n)")

    #expect(run("new", "Shop", "--understudy", "understudy", "--path", "apps/Mocks") == 0)

    let manifest = try text("apps/Mocks/Package.swift")
    #expect(manifest.contains(".package(name: \"understudy\", path: \"../../understudy\")"))
    #expect(manifest.contains("name: \"shop\","))
    let image = try text("apps/Mocks/Dockerfile")
    #expect(
      image.hasSuffix(
        "FROM understudy-builder AS build\nFROM understudy-base\nCOPY --from=build /image/ /\n"))
    #expect(
      try text("apps/Mocks/Makefile").contains(
        "--target builder --tag understudy-builder '../../understudy'"))
    #expect(stage.output.hasPrefix("Package 'Shop' is in apps/Mocks:\n"))
  }

  @Test(arguments: [
    ("https://example.com/mocks/Understudy.git", "Understudy"),
    ("git@example.com:understudy", "understudy"), ("ssh://git@example.com/a/b", "b"),
  ])
  func `depends on a repository`(_ url: String, _ name: String) throws {
    #expect(run("new", "Shop", "--understudy", url) == 0)

    let manifest = try text("Shop/Package.swift")
    #expect(manifest.contains(".package(url: \"\(url)\", branch: \"main\")"))
    #expect(manifest.contains(".product(name: \"UnderstudyCLI\", package: \"\(name)\")"))
    #expect(
      try text("Shop/Makefile").contains("--target base --tag understudy-base '\(url)'"))
  }

  @Test func `goes into a repository that was just begun`() throws {
    try folder.write("Shop/.git/HEAD", "ref: refs/heads/main\n")

    #expect(run("new", "Shop") == 0)
  }

  @Test func `leaves a folder alone that has something in it`() throws {
    try folder.write("Shop/.hidden", "mine")

    #expect(run("new", "Shop") == 73)

    #expect(
      stage.error == """
        error: Folder '\(folder.path)/Shop' is not empty.
          hint    choose another with --path FOLDER

        """)
    #expect(Files.names(in: "\(folder.path)/Shop") == [".hidden"])
  }

  @Test func `leaves a file alone`() throws {
    try folder.write("Shop", "mine")

    #expect(run("new", "Shop") == 73)

    #expect(stage.error == "error: '\(folder.path)/Shop' is no folder.\n")
  }

  @Test func `says that the checkout is not what it should be`() throws {
    try folder.write("other/Package.swift", "let package = Package(name: \"other\")")

    #expect(run("new", "Shop", "--understudy", "other") == 64)

    #expect(
      stage.error == """
        error: Option '--understudy' is 'other', and there is no checkout of Understudy.
          hint    name the folder that has its Package.swift, or the URL of a repository

        """)
    #expect(Files.names(in: folder.path) == ["other"])
  }

  @Test func `asks for a checkout where the one that it was built from is gone`() {
    var runner = stage.runner
    runner.workingFolder = folder.path
    runner.checkout = "/nowhere"

    #expect(runner.run(["new", "Shop"]) == .usage)

    #expect(
      stage.error == """
        error: The checkout that this program was built from is not at '/nowhere'.
          hint    name one, or a repository, with --understudy FOLDER|URL

        """)
  }

  @Test func `needs a name`() {
    #expect(run("new") == 64)

    #expect(
      stage.error == """
        error: 'new' needs a name, such as 'Shop'.
          hint    usage: understudy new NAME

        """)
  }
}
