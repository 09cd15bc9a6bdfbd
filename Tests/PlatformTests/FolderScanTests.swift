import Platform
import TestSupport
import Testing

@Suite("A look at folders")
struct FolderScanTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a/one.swift", "1")
    try folder.write("a/b/two.swift", "2")
    try folder.write("Package.swift", "3")
  }

  private func scan() -> FolderScan {
    FolderScan(["\(folder.path)/a", "\(folder.path)/Package.swift", "\(folder.path)/none"])
  }

  @Test func `finds what is new, gone and other than before`() throws {
    let before = scan()
    #expect(before.files.count == 3)
    #expect(before.folders == ["\(folder.path)/a", "\(folder.path)/a/b"])

    try folder.write("a/b/c/new.swift", "4")
    try folder.write("Package.swift", "another")
    folder.remove("a/one.swift")

    #expect(
      scan().changes(since: before) == [
        "\(folder.path)/Package.swift", "\(folder.path)/a/b/c/new.swift",
        "\(folder.path)/a/one.swift",
      ])
  }

  @Test(arguments: [".hidden", ".one.swift.swp", "one.swift~", "#one.swift#"])
  func `passes over what editors leave`(name: String) throws {
    let before = scan()

    try folder.write("a/\(name)", "5")

    #expect(scan() == before)
  }

  @Test func `tells what is newer than a file`() throws {
    for name in ["a/one.swift", "a/b/two.swift", "Package.swift"] {
      try folder.setModified(name, to: 1000)
    }
    try folder.write("program", "6")
    try folder.setModified("program", to: 1000)
    let program = try #require(Files.signature(of: "\(folder.path)/program"))

    #expect(!scan().hasNewer(than: program))
    try folder.setModified("a/b/two.swift", to: 1001)
    #expect(scan().hasNewer(than: program))
  }
}
