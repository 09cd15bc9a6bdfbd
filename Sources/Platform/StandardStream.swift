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

  /// Writes all bytes, waiting for a slow reader; what cannot be written is dropped.
  public func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Platform.write(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(count)
    }
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
