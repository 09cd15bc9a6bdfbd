import Foundation
import Platform
import TestSupport
import Understudy

/// The program's daemons in the background, with a state folder and a port of their own; all end with
/// the test.
final class BackgroundProgram {
  let folder: TemporaryFolder
  /// A port that nobody has had a moment ago.
  let port: Int
  private let environment: [String: String]

  /// How a command has ended, and what it has said.
  struct Result: Equatable {
    var status: Int32
    var output = ""
    var error = ""
  }

  init(_ environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    port = try FreePorts.find(1)[0]
    let own = [
      "XDG_STATE_HOME": folder.path, "XDG_DATA_HOME": "\(folder.path)/data", "HOME": folder.path,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "UNDERSTUDY_FIXTURES": Program.fixtures, "UNDERSTUDY_PORT": "\(port)",
    ]
    self.environment = own.merging(environment) { $1 }
  }

  deinit { _ = try? run("stop", "--all", "--kill") }

  /// What is kept of the daemon on a port.
  func place(_ port: Int) -> String { "\(folder.path)/understudy/\(port)" }

  /// What is on record of the daemon; nil where none is.
  func record(_ port: Int? = nil) throws -> JSON? {
    try Files.read("\(place(port ?? self.port))/daemon.json").map { try JSON(parsing: $0) }
  }

  /// The number of the daemon's process.
  func process() throws -> Int32 {
    guard let number = try record()?["pid"]?.intValue else {
      throw RawClient.Failure(description: "no daemon is on record")
    }
    return Int32(number)
  }

  /// Kills the daemon, and waits until it is dead.
  func kill() throws {
    guard let daemon = try RunningProcess(process()) else { return }
    try daemon.end(.atOnce)
    guard daemon.waitForEnd(within: .seconds(20)) else {
      throw RawClient.Failure(description: "the daemon lives on")
    }
  }

  /// Runs a command to its end, and to the end of what it says: a daemon must hold none of its pipes.
  func run(_ words: String..., in folder: String? = nil) throws -> Result {
    try begin(words, in: folder)()
  }

  /// Begins a command; what is given back waits for its end.
  func begin(_ words: [String], in folder: String? = nil) throws -> () throws -> Result {
    let process = Process()
    process.executableURL = Program.binary
    process.arguments = words
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder ?? self.folder.path)
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return {
      let said = try [output, error].map { pipe in
        String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      }
      process.waitUntilExit()
      return Result(status: process.terminationStatus, output: said[0], error: said[1])
    }
  }
}
