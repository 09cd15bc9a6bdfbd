import Foundation
import Platform
import TestSupport

/// A shell of a user, with the program in its path under its own name.
struct Shell {
  let folder: TemporaryFolder
  private let path: String

  /// Finds a shell; nil where it is not installed.
  init?(_ name: String) throws {
    let folders = (Machine.environment("PATH") ?? "").split(separator: ":").map(String.init)
    guard let tool = Tool.find(name, in: folders + ["/usr/bin", "/bin"]) else { return nil }
    path = tool.path
    folder = try TemporaryFolder()
    try folder.symlink("understudy", to: Program.binary.path)
  }

  /// Runs a script that reads no files of the user.
  ///
  /// - Parameters:
  ///   - arguments: what stands before the script.
  ///   - script: the script.
  ///   - environment: variables on top of those of this process.
  /// - Returns: what it has written to standard output, and to standard error.
  /// - Throws: where it does not start.
  func run(
    _ arguments: [String], _ script: String, environment: [String: String] = [:]
  ) throws -> (output: String, error: String) {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: path)
    shell.arguments = arguments + [script]
    shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var variables = ProcessInfo.processInfo.environment
    variables["PATH"] = "\(folder.path):\(variables["PATH"] ?? "/usr/bin:/bin")"
    variables["HOME"] = folder.path
    variables.merge(environment) { $1 }
    shell.environment = variables
    // Files, not pipes: neither can be full.
    let (output, error) = ("\(folder.path)/.output", "\(folder.path)/.error")
    for file in [".output", ".error"] { try folder.write(file, "") }
    shell.standardOutput = FileHandle(forWritingAtPath: output)
    shell.standardError = FileHandle(forWritingAtPath: error)
    shell.standardInput = FileHandle.nullDevice
    let ended = Bell()
    shell.terminationHandler = { _ in ended.notify() }
    try shell.run()
    guard ended.wait(for: .seconds(60)) else {
      kill(shell.processIdentifier, SIGKILL)
      throw RawClient.Failure(description: "'\(path)' does not come to its end")
    }
    return (
      try String(contentsOfFile: output, encoding: .utf8),
      try String(contentsOfFile: error, encoding: .utf8)
    )
  }
}
