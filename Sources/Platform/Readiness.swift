#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// Waits for many descriptors at once: epoll(7) on Linux, kqueue(2) on Darwin.
///
/// Each registration has a number of the caller's; ``wait(for:)`` gives back those that are ready.
/// All but ``wait(for:)`` may be called from any thread.
public final class Readiness: Sendable {
  private let descriptor: Int32
  private let wakeRead: Int32
  private let wakeWrite: Int32

  /// What a registration waits for.
  public enum Interest: Sendable {
    /// Something to read or to accept; stays registered.
    case readable
    /// Something to read, or the other side has closed; reported once.
    case nextReadable
    /// The other side has closed, or the connection broke; reported once.
    case hangUp
  }

  /// The number that ``wake()`` reports.
  public static let wakeNumber = UInt64.max

  /// Makes an empty set.
  ///
  /// - Throws: ``SystemError`` where no descriptor is left.
  public init() throws(SystemError) {
    var pipes: [Int32] = [0, 0]
    guard unsafe pipe(&pipes) == 0 else { throw .last("pipe") }
    (wakeRead, wakeWrite) = (pipes[0], pipes[1])
    for end in pipes {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    #if canImport(Darwin)
      descriptor = kqueue()
    #else
      descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    #endif
    guard descriptor >= 0 else { throw .last("epoll_create1") }
    try add(wakeRead, .readable, number: Self.wakeNumber)
  }

  deinit {
    close(descriptor)
    close(wakeRead)
    close(wakeWrite)
  }

  /// Makes ``wait(for:)`` return at once.
  public func wake() {
    var byte: UInt8 = 1
    _ = unsafe write(wakeWrite, &byte, 1)
  }

  #if canImport(Darwin)
    /// Registers a descriptor.
    public func add(_ fd: Int32, _ interest: Interest, number: UInt64) throws(SystemError) {
      var change = kevent(
        ident: UInt(fd), filter: Int16(EVFILT_READ), flags: UInt16(EV_ADD), fflags: 0, data: 0,
        udata: unsafe UnsafeMutableRawPointer(bitPattern: UInt(number)))
      switch interest {
      case .readable: break
      case .nextReadable: change.flags |= UInt16(EV_ONESHOT)
      case .hangUp:
        // Bytes of a further request must not report; only the end of the stream does.
        change.flags |= UInt16(EV_ONESHOT)
        change.filter = Int16(EVFILT_EXCEPT)
      }
      guard unsafe kevent(descriptor, &change, 1, nil, 0, nil) == 0 else { throw .last("kevent") }
    }

    /// Forgets a descriptor; one that is not registered is no error.
    public func remove(_ fd: Int32) {
      for filter in [EVFILT_READ, EVFILT_EXCEPT] {
        var change = kevent(
          ident: UInt(fd), filter: Int16(filter), flags: UInt16(EV_DELETE), fflags: 0, data: 0,
          udata: nil)
        _ = unsafe kevent(descriptor, &change, 1, nil, 0, nil)
      }
    }

    /// Waits until something is ready; nil is no limit.
    public func wait(milliseconds: Int32?) -> [UInt64] {
      var events = unsafe [kevent](repeating: kevent(), count: 256)
      var limit = timespec(
        tv_sec: Int(milliseconds ?? 0) / 1000, tv_nsec: Int(milliseconds ?? 0) % 1000 * 1_000_000)
      let count =
        milliseconds == nil
        ? unsafe kevent(descriptor, nil, 0, &events, 256, nil)
        : unsafe kevent(descriptor, nil, 0, &events, 256, &limit)
      return drained(
        unsafe events.prefix(max(0, Int(count))).map { UInt64(UInt(bitPattern: $0.udata)) })
    }
  #else
    /// Registers a descriptor.
    public func add(_ fd: Int32, _ interest: Interest, number: UInt64) throws(SystemError) {
      var event = unsafe epoll_event()
      switch interest {
      case .readable: unsafe event.events = EPOLLIN.rawValue
      case .nextReadable:
        unsafe event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
      case .hangUp: unsafe event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
      }
      unsafe event.data.u64 = number
      guard unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, fd, &event) == 0 else {
        throw .last("epoll_ctl")
      }
    }

    /// Forgets a descriptor; one that is not registered is no error.
    public func remove(_ fd: Int32) {
      var event = unsafe epoll_event()
      _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, fd, &event)
    }

    /// Waits until something is ready; nil is no limit.
    public func wait(milliseconds: Int32?) -> [UInt64] {
      var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
      let count = unsafe epoll_wait(descriptor, &events, 256, milliseconds ?? -1)
      return drained(unsafe events.prefix(max(0, Int(count))).map { unsafe $0.data.u64 })
    }
  #endif

  private func drained(_ numbers: [UInt64]) -> [UInt64] {
    if numbers.contains(Self.wakeNumber) {
      var buffer = [UInt8](repeating: 0, count: 64)
      while unsafe read(wakeRead, &buffer, 64) > 0 {}
    }
    return numbers
  }
}
