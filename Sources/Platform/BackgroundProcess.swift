#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// A program that is started to go on by itself: in a session of its own, without a terminal, and
/// with no descriptor of the process that starts it but these.
///
/// | descriptor | is |
/// | --- | --- |
/// | 0 | `/dev/null` |
/// | 1 and 2 | the log |
/// | 3 | a ``FileLock``, which it holds from then on, until its end |
/// | ``readyDescriptor`` | a pipe, into which it writes a line once it is ready |
public final class BackgroundProcess: Sendable {
  /// The number of the process.
  public let number: Int32
  private let ready: Int32

  /// The descriptor on which the program tells that it is ready.
  public static let readyDescriptor: Int32 = 4

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - arguments: what follows its name.
  ///   - environment: all variables that it has, such as `PATH=/bin`.
  ///   - folder: where it works.
  ///   - log: takes what it says.
  ///   - lock: what it holds; who starts it may release it then.
  /// - Throws: ``SystemError`` where it does not start.
  public init(
    _ path: String, _ arguments: [String], environment: [String], folder: String, log: AppendedFile,
    lock: FileLock
  ) throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
    ready = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Out of the way of the numbers that they get in the new process.
    let sources = [log.descriptor, lock.descriptor, ends[1]].map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    close(ends[1])
    defer { for source in sources where source >= 0 { close(source) } }
    do throws(SystemError) {
      if sources.contains(where: { $0 < 0 }) { throw .last("fcntl") }
      number = try spawn(path, arguments, environment, folder, sources)
    } catch {
      close(ready)
      throw error
    }
  }

  deinit { close(ready) }

  /// Waits until it is ready or has ended.
  ///
  /// - Returns: what it says on ``readyDescriptor``, up to the end of the line; nil where it has closed
  ///   that without a line.
  public func waitForLine() -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(ready, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
  }

  /// Waits until it has ended.
  ///
  /// - Returns: its exit status; 128 and the signal's number where one has ended it.
  /// - Throws: ``SystemError``.
  public func waitForEnd() throws(SystemError) -> Int32 { try waitForExit(of: number) }
}

private func spawn(
  _ path: String, _ arguments: [String], _ environment: [String], _ folder: String,
  _ sources: [Int32]
) throws(SystemError) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    let flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
  #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    let flags = Int32(UPLAT_SPAWN_SETSID) | Int32(POSIX_SPAWN_SETSIGMASK)
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  var mask = sigset_t()
  unsafe sigemptyset(&mask)
  unsafe posix_spawnattr_setsigmask(&attributes, &mask)
  unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
  unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  for (source, target) in zip([sources[0]] + sources, [1, 2, 3, BackgroundProcess.readyDescriptor])
  {
    unsafe posix_spawn_file_actions_adddup2(&actions, source, target)
  }
  #if !canImport(Darwin)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, BackgroundProcess.readyDescriptor + 1)
  #endif
  return try unsafe spawn(path, arguments, environment, &actions, &attributes)
}

/// Waits for the end of a child of this process.
func waitForExit(of process: pid_t) throws(SystemError) -> Int32 {
  var status: Int32 = 0
  while unsafe waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { throw .last("waitpid") }
  }
  let signal = status & 0x7F
  return signal == 0 ? status >> 8 & 0xFF : 128 + signal
}
