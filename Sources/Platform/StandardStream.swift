internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output or standard error of this process.
public struct StandardStream: Sendable {
  let descriptor: Int32

  /// File descriptor 1.
  public static let output = StandardStream(descriptor: 1)
  /// File descriptor 2.
  public static let error = StandardStream(descriptor: 2)

  /// A stream of another descriptor, which stays its owner's.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Why not all bytes were written.
  public struct Failure: Error, Sendable, Hashable {
    /// How many were.
    public var written: Int
    /// What the system says.
    public var reason: SystemError

    /// A failure by its parts.
    public init(written: Int, reason: SystemError) {
      self.written = written
      self.reason = reason
    }
  }

  /// Writes all bytes, waiting for a slow reader; what cannot be written is dropped.
  ///
  /// - Returns: why, and from where on; nil where all were written.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Failure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Platform.write(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        return Failure(written: bytes.count - rest.count, reason: .last("write"))
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Writes text.
  public func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Whether a person sees what is written.
  public var isTerminal: Bool { isatty(descriptor) == 1 }
}

private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
  #else
    unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  #endif
}
