internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Something that happens once in a while and that a thread can wait for.
///
/// ``notify()`` before ``wait(for:)`` is not lost.
@safe
public final class Bell: @unchecked Sendable {
  // Safety: the flag is touched only under the mutex.

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isRung = false

  /// A bell that nobody has rung.
  public init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      unsafe pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      unsafe pthread_condattr_init(&attributes)
      unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      unsafe pthread_cond_init(condition, &attributes)
      unsafe pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Wakes the thread that waits, or the next one that does.
  public func notify() {
    unsafe pthread_mutex_lock(mutex)
    isRung = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits for ``notify()``; for ever where there is no limit.
  ///
  /// - Returns: false where the limit came first.
  @discardableResult
  public func wait(for limit: Duration? = nil) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let time = SystemTime()
    let end = limit.map { time.now + $0 }
    while !isRung {
      guard let end else {
        unsafe pthread_cond_wait(condition, mutex)
        continue
      }
      guard time.now < end else { return false }
      waitOnce(until: end, now: time.now)
    }
    isRung = false
    return true
  }

  /// Waits on the monotonic clock, which nobody sets, until something happens or the time has come.
  private func waitOnce(until end: Moment, now: Moment) {
    #if canImport(Darwin)
      var left = timespec(end.nanoseconds - min(now, end).nanoseconds)
      unsafe pthread_cond_timedwait_relative_np(condition, mutex, &left)
    #else
      var end = timespec(end.nanoseconds)
      unsafe pthread_cond_timedwait(condition, mutex, &end)
    #endif
  }
}

extension timespec {
  fileprivate init(_ nanoseconds: UInt64) {
    self.init(
      tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
