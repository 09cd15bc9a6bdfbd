internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of the system that runs one closure.
///
/// A thread that nobody joins goes on by itself and leaves nothing behind.
public final class WorkerThread: @unchecked Sendable {
  // Safety: the handle is written once, before anybody else sees it; a thread is joined once.

  #if canImport(Darwin)
    private var handle: pthread_t?
  #else
    private var handle = pthread_t()
  #endif

  private var isJoined = false

  /// Starts the closure on a thread of its own.
  ///
  /// - Throws: ``SystemError`` where the system has no thread left.
  public init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = unsafe Unmanaged.passRetained(Body(run: body))
    let status = unsafe pthread_create(&handle, nil, runBody, box.toOpaque())
    guard status == 0 else {
      isJoined = true
      unsafe box.release()
      throw SystemError(code: status, call: "pthread_create")
    }
  }

  /// Waits until the closure has returned; call it once.
  public func join() {
    isJoined = true
    #if canImport(Darwin)
      guard let handle = unsafe handle else { return }
      unsafe pthread_join(handle, nil)
    #else
      pthread_join(handle, nil)
    #endif
  }

  deinit {
    guard !isJoined else { return }
    #if canImport(Darwin)
      if let handle = unsafe handle { unsafe pthread_detach(handle) }
    #else
      pthread_detach(handle)
    #endif
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
#else
  private func runBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box = unsafe box else { return nil }
    unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
#endif
