import Platform
import TestSupport
import Testing

@Suite("A file that is written in one step")
struct FilesTests {
  @Test func `holds the new bytes and leaves no draft behind`() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](repeating: 7, count: 300_000)

    try Files.writeAtomically([1], to: "\(folder.path)/a")
    try Files.writeAtomically(bytes, to: "\(folder.path)/a")

    #expect(try RootedFolder(folder.path).read("a").bytes == bytes)
    #expect(RootedFolder(folder.path).fileNames() == ["a"])
  }

  @Test func `says why it cannot be written`() {
    #expect(throws: SystemError(code: 2, call: "open")) {
      try Files.writeAtomically([1], to: "/nowhere/at/all")
    }
    #expect(SystemError(code: 2, call: "open").description == "No such file or directory")
  }
}
