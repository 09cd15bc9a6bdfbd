import Platform
import TestSupport
import Testing

@Suite("A folder that is made")
struct FolderTests {
  @Test func `is made with those that it lies in, once`() throws {
    let temporary = try TemporaryFolder()
    let path = "\(temporary.path)/a/b"

    try Files.makeFolder(path, mode: 0o700)
    try Files.makeFolder(path, mode: 0o755)

    #expect(Files.permissions(of: path) == 0o700)
    #expect(Files.permissions(of: "\(temporary.path)/a") == 0o700)
    #expect(Files.permissions(of: "\(temporary.path)/b") == nil)
  }

  @Test func `is not made where a file is`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("a", "x")

    #expect(throws: SystemError(code: 20, call: "mkdir")) {
      try Files.makeFolder("\(temporary.path)/a")
    }
    #expect(throws: SystemError(code: 20, call: "mkdir")) {
      try Files.makeFolder("\(temporary.path)/a/b")
    }
  }

  @Test func `is worked in by one at a time`() throws {
    let temporary = try TemporaryFolder()
    let count = Lock(0)

    let seen = try inParallel(8) { _ in
      let lock = try FileLock("\(temporary.path)/lock")
      defer { lock.release() }
      count.withLock { $0 += 1 }
      let inside = count.withLock { $0 }
      try Files.writeAtomically([1], to: "\(temporary.path)/a")
      count.withLock { $0 -= 1 }
      return inside
    }

    #expect(seen == Array(repeating: 1, count: 8))
  }
}
