#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// A program that this process has started and that runs beside it.
///
/// It leads a process group of its own: what a terminal sends to the foreground does not reach it.
public final class ChildProcess: Sendable {
  /// Its process id, good until ``wait()`` has returned.
  public let id: Int32
  private let hasEnded = Lock(false)

  /// How a process has ended.
  public enum Ending: Sendable, Hashable {
    /// With this status.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - arguments: what follows its name.
  ///   - environment: all variables that it has, such as `PATH=/bin`.
  ///   - descriptors: what it inherits beside the three standard ones: ours, and its own number.
  /// - Throws: ``SystemError`` where it does not start.
  public init(
    _ path: String, _ arguments: [String], environment: [String],
    descriptors: [(ours: Int32, its: Int32)] = []
  ) throws(SystemError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // It is in the background: what is typed is not meant for it.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (ours, its) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ours, its)
    }
    // What this process blocks and ignores is its own affair.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD] { unsafe sigaddset(&usual, number) }
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    id = try unsafe spawn(path, arguments, environment, &actions, &attributes)
  }

  /// Waits for its end; call it once, from one thread.
  public func wait() -> Ending {
    // It is not reaped before nobody sends it signals any more: its number may be another's then.
    var information = unsafe siginfo_t()
    #if canImport(Darwin)
      while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    #else
      while unsafe waitid(P_PID, id_t(id), &information, Int32(WEXITED | WNOWAIT)) != 0,
        errno == EINTR
      {}
    #endif
    hasEnded.withLock { $0 = true }
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      // Somebody else has asked: what does not tell that it went well did not.
      if errno != EINTR { return .exited(-1) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  /// Sends it a signal; nothing where it has ended.
  public func signal(_ number: Int32) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { _ = kill(id, number) }
    }
  }

  /// Sends a signal to it and to all that it has started and that did not leave its group.
  public func signalGroup(_ number: Int32) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { _ = kill(-id, number) }
    }
  }
}
