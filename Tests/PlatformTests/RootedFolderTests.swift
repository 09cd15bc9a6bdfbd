import Platform
import TestSupport
import Testing

@Suite("A folder that is never left")
struct RootedFolderTests {
  /// A folder `root` whose neighbour is a secret.
  private func makeRoot() throws -> (outer: TemporaryFolder, root: RootedFolder) {
    let outer = try TemporaryFolder()
    try outer.write("secret.txt", "secret")
    try outer.write("root-too/secret.txt", "secret")
    try outer.write("root/a.json", "[]")
    try outer.write("root/users/1.json", "{}")
    return (outer, RootedFolder("\(outer.path)/root"))
  }

  @Test(arguments: [("a.json", "[]"), ("users/1.json", "{}"), ("users/../a.json", "[]")])
  func `reads what lies inside`(name: String, content: String) throws {
    let (outer, root) = try makeRoot()

    let (bytes, signature) = try root.read(name)

    #expect(bytes == Array(content.utf8))
    #expect(signature == root.signature(of: name))
    withExtendedLifetime(outer) {}
  }

  @Test(
    .bug(id: "P12"),
    arguments: [
      "../secret.txt", "users/../../secret.txt", "../root-too/secret.txt", "/../secret.txt",
    ])
  func `refuses what lies outside`(name: String) throws {
    let (outer, root) = try makeRoot()

    #expect(throws: RootedFolderError.outside) { try root.read(name) }
    withExtendedLifetime(outer) {}
  }

  @Test(.bug(id: "X06"))
  func `follows links that stay inside, as a container's mount has them`() throws {
    let (outer, root) = try makeRoot()
    try outer.write("root/..2026/mounted.json", "1")
    try outer.symlink("root/..data", to: "..2026")
    try outer.symlink("root/mounted.json", to: "..data/mounted.json")

    #expect(try root.read("mounted.json").bytes == Array("1".utf8))
  }

  @Test(.bug(id: "X06"))
  func `refuses links that lead outside`() throws {
    let (outer, root) = try makeRoot()
    try outer.symlink("root/evil", to: "/etc")
    try outer.symlink("root/near.json", to: "../secret.txt")

    #expect(throws: RootedFolderError.outside) { try root.read("evil/passwd") }
    #expect(throws: RootedFolderError.outside) { try root.read("near.json") }
  }

  @Test func `may itself be reached by a link`() throws {
    let (outer, _) = try makeRoot()
    try outer.symlink("link", to: "root")

    #expect(try RootedFolder("\(outer.path)/link").read("a.json").bytes == Array("[]".utf8))
  }

  @Test(arguments: [
    ("none.json", RootedFolderError.missing), ("a.json/b", .missing), ("users", .notARegularFile),
    (String(repeating: "x", count: 300), .missing),
  ])
  func `says why it cannot read`(name: String, reason: RootedFolderError) throws {
    let (outer, root) = try makeRoot()

    #expect(throws: reason) { try root.read(name) }
    withExtendedLifetime(outer) {}
  }

  @Test func `names its files and leaves hidden ones out`() throws {
    let (outer, root) = try makeRoot()
    try outer.write("root/.hidden", "")
    try outer.write("root/.git/config", "")

    #expect(root.fileNames() == ["a.json", "users/1.json"])
    #expect(root.fileNames(limit: 1).count == 1)
  }

  @Test func `has another signature once a file is saved`() throws {
    let (outer, root) = try makeRoot()
    let before = root.signature(of: "a.json")

    try outer.write("root/a.json", "[1]")

    #expect(before != nil)
    #expect(root.signature(of: "a.json") != before)
    #expect(root.signature(of: "none") == nil)
  }

  @Test func `need not exist`() {
    let root = RootedFolder("/nowhere/at/all")

    #expect(!root.exists)
    #expect(root.fileNames().isEmpty)
    #expect(throws: RootedFolderError.missing) { try root.read("a.json") }
  }
}
