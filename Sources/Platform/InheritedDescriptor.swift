internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor that another process has opened and this one was started with.
public struct InheritedDescriptor: Sendable {
  private let number: Int32

  /// Takes a descriptor by its number; nil where none of that number is open for writing.
  ///
  /// What this process starts does not get it.
  public init?(_ number: Int32) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, [O_WRONLY, O_RDWR].contains(flags & O_ACCMODE) else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    self.number = number
  }

  /// Writes bytes and closes it; nobody need read them.
  public func finish(_ bytes: [UInt8]) {
    StandardStream(descriptor: number).write(bytes)
    close(number)
  }
}
