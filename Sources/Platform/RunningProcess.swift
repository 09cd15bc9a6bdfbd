#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// Another process, whatever becomes of its number: a pidfd on Linux, a kqueue(2) on Darwin.
///
/// The system gives the number of a process that has ended to another one. Who has opened this while the
/// process was there speaks to no other.
public final class RunningProcess: Sendable {
  /// Its number.
  public let number: Int32
  private let descriptor: Int32

  /// How a process may be asked to end.
  public enum Ending: Sendable, Hashable {
    /// In good order (SIGTERM).
    case orderly
    /// At once (SIGKILL).
    case atOnce

    fileprivate var signal: Int32 { self == .orderly ? SIGTERM : SIGKILL }
  }

  /// Opens a process by its number; nil where there is none.
  ///
  /// - Throws: ``SystemError``.
  public init?(_ number: Int32) throws(SystemError) {
    // Others are groups of processes, or the one that must never end.
    guard number > 1 else { return nil }
    self.number = number
    #if canImport(Darwin)
      descriptor = kqueue()
      guard descriptor >= 0 else { throw .last("kqueue") }
      var change = kevent(
        ident: UInt(number), filter: Int16(EVFILT_PROC), flags: UInt16(EV_ADD),
        fflags: UInt32(NOTE_EXIT), data: 0, udata: nil)
      guard unsafe kevent(descriptor, &change, 1, nil, 0, nil) == 0 else {
        let failure = SystemError.last("kevent")
        close(descriptor)
        if failure.code == ESRCH { return nil }
        throw failure
      }
    #else
      descriptor = uplat_pidfd_open(number)
      guard descriptor >= 0 else {
        if errno == ESRCH { return nil }
        throw .last("pidfd_open")
      }
    #endif
  }

  deinit { close(descriptor) }

  /// Asks it to end; one that has ended is left in peace.
  ///
  /// - Throws: ``SystemError`` where this user may not.
  public func end(_ ending: Ending) throws(SystemError) {
    #if canImport(Darwin)
      // By its number, which another gets only after the end that the queue tells of.
      if waitForEnd(within: .zero) { return }
      let status = kill(number, ending.signal)
    #else
      let status = uplat_pidfd_send_signal(descriptor, ending.signal)
    #endif
    guard status == 0 || errno == ESRCH else { throw .last("kill") }
  }

  /// Waits until it has ended; false where that takes longer.
  public func waitForEnd(within limit: Duration) -> Bool {
    let time = SystemTime()
    let end = time.now + limit
    while true {
      let left = max(.zero, end - time.now)
      let milliseconds = Int32(clamping: (left.wholeNanoseconds + 999_999) / 1_000_000)
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = unsafe poll(&entry, 1, milliseconds)
      if count > 0 { return true }
      if left == .zero, count == 0 || errno == EINTR { return false }
    }
  }
}
