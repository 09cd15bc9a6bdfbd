internal import CPlatform

#if canImport(Darwin)
  import Darwin

  typealias SpawnActions = posix_spawn_file_actions_t?
  typealias SpawnAttributes = posix_spawnattr_t?
#else
  import Glibc

  typealias SpawnActions = posix_spawn_file_actions_t
  typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Starts a program (posix_spawn(3)), of whose end this process is told.
///
/// - Parameters:
///   - path: where it lies.
///   - arguments: what follows its name.
///   - environment: all variables that it has.
///   - actions: what becomes of its descriptors.
///   - attributes: how it begins.
/// - Returns: its number.
/// - Throws: ``SystemError`` where it does not start.
func spawn(
  _ path: String, _ arguments: [String], _ environment: [String], _ actions: inout SpawnActions,
  _ attributes: inout SpawnAttributes
) throws(SystemError) -> pid_t {
  // Whoever ignores it, which programs inherit, never learns how a child has ended.
  signal(SIGCHLD, SIG_DFL)
  var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
  var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
  defer { unsafe (words + variables).forEach { unsafe free($0) } }
  var process = pid_t()
  let failure = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &variables)
  guard failure == 0 else { throw SystemError(code: failure, call: "posix_spawn") }
  return process
}
