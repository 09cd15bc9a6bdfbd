import TestSupport
import Testing

@testable import Platform

#if os(Linux)
  import Glibc
#endif

@Suite("The pages of a program")
struct ProgramPagesTests {
  struct Mapping: Sendable, CustomTestStringConvertible {
    var line: String
    var range: Range<UInt>?
    var testDescription: String { line }
  }

  @Test(arguments: [
    Mapping(
      line: "1000-3000 r-xp 00000000 fe:00 17       /usr/bin/understudy", range: 0x1000..<0x3000),
    Mapping(
      line: "7fa0a000-7fa0c000 r--p 00002000 fe:00 17 /a b.so", range: 0x7fa0_a000..<0x7fa0_c000),
    Mapping(line: "1000-3000 rw-p 00000000 fe:00 17       /usr/lib/a.so"),
    Mapping(line: "1000-3000 r--s 00000000 fe:00 17       /tmp/shared"),
    Mapping(line: "1000-3000 r-xp 00000000 00:00 0        [vdso]"),
    Mapping(line: "1000-3000 r--p 00000000 00:00 0 "),
    Mapping(line: "nonsense"),
  ])
  func `may leave memory where nobody can write to them`(_ mapping: Mapping) {
    let others = "a000-b000 rw-p 00000000 00:00 0 [heap]\n\(mapping.line)\n"
    #expect(
      ProgramPages.readOnlyFiles(in: Array(others.utf8)) == [mapping.range].compactMap(\.self))
  }

  @Test(
    arguments: [
      // In memory and swapped out, the file's and not.
      (0xA000_0000_0000_0001, false), (0x8000_0000_0000_0001, true), (0x4000_0000_0000_0001, true),
      (0x6000_0000_0000_0001, false), (0x0000_0000_0000_0000, false),
    ] as [(UInt64, Bool)])
  func `stay where somebody has written to them`(_ entry: UInt64, _ isWritten: Bool) {
    #expect(ProgramPages.isWritten(entry) == isWritten)
  }

  #if os(Linux)
    @Test func `leave memory, and come back as they are in their file`() throws {
      let folder = try TemporaryFolder()
      let page = try mapped(folder, "a page")
      #expect(page[0] == UInt8(ascii: "a"))
      #expect(try isInMemory(page))

      ProgramPages.release()

      #expect(try !isInMemory(page))
      #expect(page[0] == UInt8(ascii: "a"))
      munmap(page, Self.pageSize)
    }

    @Test func `stay with what somebody has written to them`() throws {
      let folder = try TemporaryFolder()
      let page = try mapped(folder, "a page") { $0[0] = UInt8(ascii: "b") }

      ProgramPages.release()

      #expect(try isInMemory(page))
      #expect(page[0] == UInt8(ascii: "b"))
      munmap(page, Self.pageSize)
    }

    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// A page of a file, which can be read alone once something has been done with it.
    private func mapped(
      _ folder: TemporaryFolder, _ text: String,
      _ change: (UnsafeMutablePointer<UInt8>) -> Void = { _ in }
    ) throws -> UnsafeMutablePointer<UInt8> {
      try folder.write(
        "page", text + String(repeating: " ", count: Self.pageSize - text.utf8.count))
      let descriptor = open("\(folder.path)/page", O_RDONLY)
      defer { close(descriptor) }
      let address = try #require(
        mmap(nil, Self.pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0))
      try #require(address != MAP_FAILED)
      let bytes = address.assumingMemoryBound(to: UInt8.self)
      change(bytes)
      try #require(mprotect(address, Self.pageSize, PROT_READ) == 0)
      return bytes
    }

    private func isInMemory(_ page: UnsafeMutablePointer<UInt8>) throws -> Bool {
      let descriptor = open("/proc/self/pagemap", O_RDONLY)
      defer { close(descriptor) }
      var entry: UInt64 = 0
      let count = pread(descriptor, &entry, 8, Int(bitPattern: page) / Self.pageSize * 8)
      try #require(count == 8)
      return entry >> 63 == 1
    }
  #endif
}
