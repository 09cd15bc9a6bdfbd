import Platform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A descriptor that was inherited")
struct InheritedDescriptorTests {
  @Test func `takes what is written, and is closed`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let descriptor = try #require(InheritedDescriptor(ends[1]))

    descriptor.finish(Array("ready\n".utf8))

    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(ends[0], &bytes, 16) == 6)
    #expect(read(ends[0], &bytes, 16) == 0)
  }

  @Test func `must be open for writing`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }

    #expect(InheritedDescriptor(ends[0]) == nil)
    #expect(InheritedDescriptor(999_999) == nil)
  }
}
