import Platform
import TestSupport
import Testing

@Suite("A lock on a file")
struct FileLockTests {
  @Test func `is held by one alone`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lock"

    let first = try #require(try FileLock.takeIfFree(path))
    #expect(try FileLock.takeIfFree(path) == nil)
    first.release()

    let second = try #require(try FileLock.takeIfFree(path))
    second.release()
    #expect(Files.permissions(of: path) == 0o600)
  }

  @Test func `says that its folder is missing`() throws {
    #expect(throws: SystemError(code: 2, call: "open")) { try FileLock.takeIfFree("/nowhere/lock") }
  }
}
