internal import CPlatform

#if RACE || canImport(Darwin)
  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// A value that one thread at a time may touch.
  ///
  /// This form stands on a pthread mutex: the thread sanitizer reports every contended `Mutex` of
  /// `Synchronization` on Linux, and on Darwin `Mutex` needs a newer system than we do.
  public struct Lock<Value>: ~Copyable, Sendable {
    private let storage: Storage

    // Safety: the value is touched only between lock and unlock. It lies beside the object: the
    // thread sanitizer takes an access to one stored property for an access to all.
    @safe
    private final class Storage: @unchecked Sendable {
      let value: UnsafeMutablePointer<Value>
      let mutex: UnsafeMutablePointer<pthread_mutex_t>

      init(_ value: Value) {
        unsafe self.value = .allocate(capacity: 1)
        unsafe mutex = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
        let status = unsafe pthread_mutex_init(mutex, nil)
        precondition(status == 0, "a mutex cannot be made")
      }

      deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe mutex.deallocate()
        unsafe value.deallocate()
      }
    }

    /// Guards a value.
    public init(_ value: sending Value) {
      storage = Storage(value)
    }

    /// Runs the closure while no other thread is inside; keep it short, without I/O or callbacks.
    public func withLock<Answer, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
      unsafe pthread_mutex_lock(storage.mutex)
      defer { unsafe pthread_mutex_unlock(storage.mutex) }
      return try unsafe body(&storage.value.pointee)
    }
  }
#else
  public import Synchronization

  /// A value that one thread at a time may touch.
  ///
  /// Inlined into other modules: looking up the generic type costs more than locking does.
  public struct Lock<Value>: ~Copyable, Sendable {
    @usableFromInline
    let mutex: Mutex<Value>

    /// Guards a value.
    @inlinable
    public init(_ value: sending Value) {
      mutex = Mutex(value)
    }

    /// Runs the closure while no other thread is inside; keep it short, without I/O or callbacks.
    @inlinable
    public func withLock<Answer, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
      try mutex.withLock(body)
    }
  }
#endif
