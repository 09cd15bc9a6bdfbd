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

  @Test(arguments: [false, true])
  func `is on the disk or only in memory, and read the same`(isDurable: Bool) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a"
    #expect(try Files.read(path) == nil)

    try Files.writeAtomically([1, 2, 3], to: path, isDurable: isDurable)

    #expect(try Files.read(path) == [1, 2, 3])
    #expect(RootedFolder(folder.path).fileNames() == ["a"])
  }

  @Test func `tells before whether it could be written, and leaves nothing behind`() throws {
    let folder = try TemporaryFolder()

    try Files.checkWritable("\(folder.path)/a")

    #expect(RootedFolder(folder.path).fileNames() == [])
    #expect(throws: SystemError(code: 2, call: "open")) {
      try Files.checkWritable("\(folder.path)/b/a")
    }
    #expect(throws: SystemError(code: 21, call: "read")) { try Files.read(folder.path) }
  }

  @Test func `says why it cannot be written`() {
    #expect(throws: SystemError(code: 2, call: "open")) {
      try Files.writeAtomically([1], to: "/nowhere/at/all")
    }
    #expect(SystemError(code: 2, call: "open").description == "No such file or directory")
  }
}
