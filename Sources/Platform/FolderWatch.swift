#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// Tells that something may have changed in some folders: by inotify(7) on Linux, else by the time.
///
/// What has changed, a ``FolderScan`` tells. Where nobody says that a file was saved, as across the
/// bind mounts of a container, the time tells that too.
public final class FolderWatch: Sendable {
  private let readiness: Readiness
  /// The descriptor of inotify; -1 where there is none.
  private let descriptor: Int32

  /// How long a look may come too late where nobody tells of changes.
  private static let patience: Duration = .milliseconds(250)
  /// The same where somebody does, and may have missed one.
  private static let distrust: Duration = .seconds(1)

  /// Watches nothing yet.
  ///
  /// - Throws: ``SystemError`` where no descriptor is left.
  public init() throws(SystemError) {
    readiness = try Readiness()
    #if canImport(Darwin)
      descriptor = -1
    #else
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      if descriptor >= 0 { try readiness.add(descriptor, .readable, number: 1) }
    #endif
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches folders, those too that it watches already.
  public func watch(_ folders: [String]) {
    #if !canImport(Darwin)
      let changes =
        UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_DELETE_SELF)
      for folder in folders { _ = unsafe inotify_add_watch(descriptor, folder, changes) }
    #endif
  }

  /// Waits until something may have changed: it is worth a look then.
  public func wait() {
    wait(for: descriptor < 0 ? Self.patience : Self.distrust)
  }

  /// Waits until something may have changed, or the time is over.
  public func wait(for limit: Duration) {
    let milliseconds = Int32(clamping: limit.wholeNanoseconds / 1_000_000)
    guard !readiness.wait(milliseconds: milliseconds).isEmpty, descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
  }

  /// Has whoever waits look at once.
  public func wake() { readiness.wake() }
}
