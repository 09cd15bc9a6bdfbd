#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Something that happens once in a while and that a thread can wait for.
///
/// ``notify()`` before ``wait(for:)`` is not lost.
// Safety: the flag is touched only under the mutex.
@safe
public final class Bell: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isRung = false

  /// A bell that nobody has rung.
  public init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
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
    var end = timespec()
    if let limit {
      unsafe clock_gettime(CLOCK_REALTIME, &end)
      let nanoseconds = limit.wholeNanoseconds + UInt64(end.tv_nsec)
      end.tv_sec += time_t(nanoseconds / 1_000_000_000)
      end.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    while !isRung {
      let status =
        limit == nil
        ? unsafe pthread_cond_wait(condition, mutex)
        : unsafe pthread_cond_timedwait(condition, mutex, &end)
      if status == ETIMEDOUT { return false }
    }
    isRung = false
    return true
  }
}
