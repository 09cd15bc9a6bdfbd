#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// Another program of this machine.
public struct Tool: Sendable, Hashable {
  /// Where it lies.
  public let path: String

  /// A program by its path.
  public init(path: String) {
    self.path = path
  }

  /// Finds a program by its name.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - folders: where to look, the first first.
  /// - Returns: nil where none of them has it.
  public static func find(_ name: String, in folders: [String]) -> Tool? {
    for folder in folders where !folder.isEmpty {
      let path = "\(folder)/\(name)"
      if unsafe access(path, X_OK) == 0 { return Tool(path: path) }
    }
    return nil
  }

  /// Runs it to its end; what it says goes to standard error, or nowhere.
  ///
  /// - Parameters:
  ///   - arguments: what follows its name.
  ///   - environment: all variables that it has, such as `PATH=/bin`.
  ///   - folder: where it works; nil is where this process does.
  ///   - isQuiet: whether nobody hears what it says.
  /// - Returns: its exit status; 128 and the signal's number where one has ended it.
  /// - Throws: ``SystemError`` where it does not start.
  public func run(
    _ arguments: [String], environment: [String], folder: String? = nil, isQuiet: Bool = false
  ) throws(SystemError) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let folder { unsafe posix_spawn_file_actions_addchdir_np(&actions, folder) }
    if isQuiet { unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var process = pid_t()
    let failure = unsafe posix_spawn(&process, path, &actions, nil, &words, &variables)
    guard failure == 0 else { throw SystemError(code: failure, call: "posix_spawn") }
    return try waitForExit(of: process)
  }
}
