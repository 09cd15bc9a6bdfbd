internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that end the daemon.
public enum Signals {
  /// Blocks SIGTERM and SIGINT for this thread and all that it starts, and ignores SIGPIPE.
  ///
  /// Call it before any thread starts. As PID 1 a process has no default action for a signal, so
  /// that waiting for a blocked one is the only way that works everywhere (sigwait(3)).
  public static func blockTermination() {
    signal(SIGPIPE, SIG_IGN)
    var set = termination
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for SIGTERM or SIGINT, and tells which came.
  public static func waitForTermination() -> Int32 {
    var set = termination
    var number: Int32 = 0
    while unsafe sigwait(&set, &number) != 0 {}
    return number
  }

  /// Has ``waitForTermination()`` return, as if somebody had sent SIGTERM.
  public static func terminate() { _ = kill(getpid(), SIGTERM) }

  /// Lets the process be ended without a word: by SIGTERM and SIGINT, and by a write to a pipe that
  /// nobody reads (SIGPIPE).
  ///
  /// That is how programs begin, unless what has started them blocks the first two or ignores the
  /// last. A SIGINT that is ignored, as in the background of a shell, stays so.
  public static func allowTermination() {
    signal(SIGPIPE, SIG_DFL)
    var set = termination
    unsafe sigaddset(&set, SIGPIPE)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private static var termination: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTERM)
    unsafe sigaddset(&set, SIGINT)
    return set
  }
}
