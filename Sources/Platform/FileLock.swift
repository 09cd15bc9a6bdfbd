#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that one holder at a time has, among processes and within one (flock(2)).
///
/// The system lets it go when its holder ends, however that comes.
public final class FileLock: Sendable {
  private let descriptor: Int32

  /// Waits until nobody else holds the file, which is made where it is missing.
  ///
  /// - Throws: ``SystemError``.
  public init(_ path: String) throws(SystemError) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last("open") }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      let failure = SystemError.last("flock")
      close(descriptor)
      throw failure
    }
  }

  /// Lets the next one have it; call it once, as the last.
  public func release() { close(descriptor) }
}
