import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("The package that dev builds")
struct DevPackageTests {
  private let folder: TemporaryFolder
  private let root: String

  init() throws {
    folder = try TemporaryFolder()
    root = Files.realPath(folder.path) ?? folder.path
    try folder.write("Package.swift", "")
    try folder.write("routes/deep/Users.swift", "")
  }

  private func package(
    _ executable: String, in folder: String? = nil, command: String? = nil, binary: String? = nil
  ) throws(CommandFailure) -> DevPackage {
    try DevPackage(
      in: folder ?? root, executable: executable, command: command, binary: binary, further: ["/w"])
  }

  @Test func `lies around the folder in which dev runs`() throws {
    let package = try package("/usr/bin/shop", in: "\(root)/routes/deep")

    #expect(package.root == root)
    #expect(
      package.watched == ["\(root)/Package.swift", "\(root)/Sources", "\(root)/routes", "/w"])
    #expect(package.shown("\(root)/routes/Users.swift") == "routes/Users.swift")
    #expect(package.shown("/w/a.swift") == "/w/a.swift")
  }

  @Test func `is built as usual where the program lies elsewhere`() throws {
    let package = try package("/usr/bin/shop")

    #expect(package.binary == "\(root)/.build/debug/shop")
    #expect(
      package.command
        == "exec swift build --product 'shop' --configuration debug --package-path '\(root)' "
        + "--scratch-path '\(root)/.build'")
  }

  @Test func `is built again as the program was that runs`() throws {
    try folder.write("it's/arm64/release/shop", "")
    try folder.symlink("it's/release", to: "arm64/release")

    let package = try package("\(root)/it's/arm64/release/shop")

    #expect(package.binary == "\(root)/it's/release/shop")
    #expect(
      package.command
        == "exec swift build --product 'shop' --configuration release --package-path '\(root)' "
        + #"--scratch-path '\#(root)/it'\''s'"#)
  }

  @Test func `is built by another command where one is given`() throws {
    let package = try package("/usr/bin/shop", command: "make shop", binary: "/tmp/shop")

    #expect(package.command == "make shop")
    #expect(package.binary == "/tmp/shop")
  }

  @Test func `counts the program that is built from its own folder`() throws {
    let package = try package("/usr/bin/shop", in: "\(root)/routes/deep", binary: "out/shop")

    #expect(package.binary == "\(root)/out/shop")
  }

  @Test func `has fixtures of its own, as soon as they are there, unless others are named`() throws
  {
    let package = try package("/usr/bin/shop", in: "\(root)/routes/deep")
    #expect(package.fixtures == "\(root)/fixtures")
    #expect(package.fixtureArguments == [])

    try folder.write("fixtures/users/list.json", "[]")

    #expect(package.fixtureArguments == ["--fixtures=\(root)/fixtures"])
    let other = try DevPackage(
      in: root, executable: "/usr/bin/shop", command: nil, binary: nil, further: [],
      fixtures: "data")
    #expect(other.fixtures == "data")
    #expect(other.fixtureArguments == [])
  }

  @Test func `is missing where no folder above has one`() throws {
    let other = try TemporaryFolder()

    #expect(
      throws: CommandFailure(
        .configuration,
        "There is no Package.swift in '\(other.path)' or above it, and so nothing to build.",
        hint: "run 'dev' in the folder of the package whose routes it shall serve")
    ) { try package("/usr/bin/shop", in: other.path) }
  }
}
