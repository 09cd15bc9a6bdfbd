import Testing

@testable import Platform

#if os(Linux)
  import Glibc

  @Suite("A standard stream")
  struct StandardStreamTests {
    @Test func `tells that its disk is full`() throws {
      let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
      defer { close(descriptor) }

      let failure = StandardStream(descriptor: descriptor).write(Array("line\n".utf8))

      #expect(failure?.written == 0)
      #expect(failure?.reason.description == "No space left on device")
    }

    @Test func `has nothing to tell of what is written`() {
      let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
      defer { close(descriptor) }

      #expect(StandardStream(descriptor: descriptor).write(Array("line\n".utf8)) == nil)
    }
  }
#endif
