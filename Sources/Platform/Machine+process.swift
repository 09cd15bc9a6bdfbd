internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Machine {
  /// All variables of the environment, such as `PATH=/bin`.
  public static var environment: [String] {
    var lines: [String] = []
    var next = unsafe uplat_environment()
    while let line = unsafe next?.pointee {
      lines.append(unsafe String(cString: line))
      unsafe next = next?.successor()
    }
    return lines
  }

  /// Takes a variable out of the environment, for whatever is started from now on; before any thread
  /// starts.
  public static func forgetEnvironment(_ name: String) { unsafe unsetenv(name) }

  /// The file of the program that runs, links followed; nil where the system does not tell.
  public static var executablePath: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      unsafe _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size) + 1)
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let path = String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      let path = "/proc/self/exe"
    #endif
    return Files.realPath(path)
  }

  /// The number of this process.
  public static var processID: Int32 { getpid() }

  /// Whether there is a process of a number, whoever's.
  public static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// The folder in which relative paths begin.
  public static var currentFolder: String { Files.realPath(".") ?? "." }

  /// The number of the user as whom this process acts.
  public static var userNumber: UInt32 { geteuid() }
}
