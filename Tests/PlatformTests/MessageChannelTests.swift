import Platform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A channel of messages")
struct MessageChannelTests {
  @Test(arguments: [0, 1, 70_000, 3_000_000])
  func `carries messages as they were sent, in order`(size: Int) throws {
    let (one, other) = try MessageChannel.pair()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let sender = try WorkerThread {
      try? one.send(bytes)
      try? one.send([1, 2, 3])
    }

    let messages = [other.receive(), other.receive()]
    sender.join()

    #expect(messages.map { $0?.bytes } == [bytes, [1, 2, 3]])
  }

  @Test func `carries descriptors with the message that they belong to`() throws {
    let (one, other) = try MessageChannel.pair()
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)

    try one.send([1])
    try one.send([2], pipes)
    try one.send([3], [pipes[0]])
    let messages = [other.receive(), other.receive(), other.receive()]

    #expect(messages.map { $0?.descriptors.count } == [0, 2, 1])
    let ends = try #require(messages[1]?.descriptors)
    var byte: UInt8 = 9
    #expect(write(ends[1], &byte, 1) == 1)
    var arrived: UInt8 = 0
    #expect(read(pipes[0], &arrived, 1) == 1)
    #expect(arrived == 9)
    #expect(fcntl(ends[0], F_GETFD) & FD_CLOEXEC != 0)
    for descriptor in pipes + messages.compactMap({ $0?.descriptors }).flatMap({ $0 }) {
      Descriptor.close(descriptor)
    }
  }

  @Test func `ends with its other side`() throws {
    let (one, other) = try MessageChannel.pair()
    one.end()

    #expect(other.receive()?.bytes == nil)
    #expect(throws: SystemError.self) { try other.send([1]) }
  }
}
