internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that one holder at a time has, among processes and within one (flock(2)).
///
/// The system lets it go when its holder ends, however that comes.
public final class FileLock: Sendable {
  let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Waits until nobody else holds the file, which is made where it is missing.
  ///
  /// - Throws: ``SystemError``.
  public convenience init(_ path: String) throws(SystemError) {
    self.init(descriptor: try open(path))
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      let failure = SystemError.last("flock")
      close(descriptor)
      throw failure
    }
  }

  /// Takes the file where nobody holds it.
  ///
  /// - Parameter path: the file, which is made where it is missing.
  /// - Returns: nil where somebody else holds it.
  /// - Throws: ``SystemError``.
  public static func takeIfFree(_ path: String) throws(SystemError) -> FileLock? {
    let lock = FileLock(descriptor: try open(path))
    while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let failure = SystemError.last("flock")
      lock.release()
      if failure.code == EWOULDBLOCK { return nil }
      throw failure
    }
    return lock
  }

  /// Lets the next one have it; call it once, as the last.
  ///
  /// A process that was started with the lock, as ``BackgroundProcess`` is, goes on holding it.
  public func release() { close(descriptor) }
}

private func open(_ path: String) throws(SystemError) -> Int32 {
  let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw .last("open") }
  return descriptor
}
