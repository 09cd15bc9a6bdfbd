internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Processes whose parent has ended: they become children of the first process of a container.
public enum Orphans {
  /// Lets every child of this process vanish when it ends, if this is the first process (PID 1).
  ///
  /// Nobody else would ask how they ended (wait(2)), and they would stay as zombies. A program that
  /// waits for children of its own must not call this.
  public static func bury() {
    guard getpid() == 1 else { return }
    // POSIX: who ignores SIGCHLD has no zombies.
    signal(SIGCHLD, SIG_IGN)
    // Those that have ended before.
    while waitpid(-1, nil, WNOHANG) > 0 {}
  }
}
