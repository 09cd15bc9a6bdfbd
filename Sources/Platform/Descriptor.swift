internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Descriptors that go from one process to another.
public enum Descriptor {
  /// Closes a descriptor that is this process's own.
  public static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }

  /// A second descriptor of the same file or socket, which does not outlive an exec; nil where none is
  /// left.
  public static func copy(_ descriptor: Int32) -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    return copy < 0 ? nil : copy
  }
}
