internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One end of a connection between two processes, by which messages go with open descriptors.
///
/// ```swift
/// let (one, other) = try MessageChannel.pair()
/// try one.send(Array("hello".utf8), [socket])
/// let message = other.receive()  // the bytes, and another descriptor of the same socket
/// ```
///
/// Any thread may send; one at a time may receive.
public final class MessageChannel: Sendable {
  /// The descriptor that a child inherits.
  public let descriptor: Int32
  private let sending = Lock(())
  private let arrived = Lock(Arrived())

  private struct Arrived {
    var bytes: [UInt8] = []
    var descriptors: [Int32] = []
  }

  /// What was sent.
  public struct Message: Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// The descriptors, which are the receiver's.
    public let descriptors: [Int32]
  }

  /// The end of a pair that a parent has handed down.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Both ends of a new connection.
  ///
  /// - Throws: ``SystemError`` where no descriptor is left.
  public static func pair() throws(SystemError) -> (MessageChannel, MessageChannel) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .last("socketpair") }
    return (MessageChannel(descriptor: ends[0]), MessageChannel(descriptor: ends[1]))
  }

  deinit {
    Descriptor.close(descriptor)
    for descriptor in arrived.withLock({ $0.descriptors }) { Descriptor.close(descriptor) }
  }

  /// Sends a message, for as long as the other side takes to read it.
  ///
  /// - Parameters:
  ///   - bytes: what it says.
  ///   - descriptors: what goes with it, 64 at most; they stay the sender's.
  /// - Throws: ``SystemError`` where the other side is gone.
  public func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) throws(SystemError) {
    precondition(descriptors.count <= uplat_descriptor_limit(), "more than go with a message")
    let head = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) }
    let frame = head + [UInt8(descriptors.count)] + bytes
    try sending.withLock { _ throws(SystemError) in
      var rest = frame[...]
      while !rest.isEmpty {
        let isFirst = rest.count == frame.count
        let count = unsafe rest.withUnsafeBytes { rest in
          unsafe descriptors.withUnsafeBufferPointer { descriptors in
            unsafe uplat_send(
              descriptor, rest.baseAddress, rest.count, descriptors.baseAddress,
              isFirst ? Int32(descriptors.count) : 0)
          }
        }
        guard count > 0 else { throw .last("sendmsg") }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The next message; nil where the other side is gone.
  public func receive() -> Message? {
    while true {
      if let message = arrived.withLock({ Self.take(&$0) }) { return message }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var descriptors = [Int32](repeating: -1, count: Int(uplat_descriptor_limit()))
      var count: Int32 = 0
      let size = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe descriptors.withUnsafeMutableBufferPointer { descriptors in
          unsafe uplat_receive(
            descriptor, buffer.baseAddress, buffer.count, descriptors.baseAddress, &count)
        }
      }
      let new = (bytes: buffer.prefix(max(0, size)), descriptors: descriptors.prefix(Int(count)))
      arrived.withLock { arrived in
        arrived.bytes += new.bytes
        arrived.descriptors += new.descriptors
      }
      guard size > 0 else { return nil }
    }
  }

  /// Has both sides find that it has ended.
  public func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func take(_ arrived: inout Arrived) -> Message? {
    guard arrived.bytes.count >= 5 else { return nil }
    let size = arrived.bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let count = Int(arrived.bytes[4])
    guard arrived.bytes.count >= 5 + size, arrived.descriptors.count >= count else { return nil }
    let message = Message(
      bytes: Array(arrived.bytes[5..<(5 + size)]),
      descriptors: Array(arrived.descriptors.prefix(count)))
    arrived.bytes.removeFirst(5 + size)
    arrived.descriptors.removeFirst(count)
    return message
  }
}
