import Foundation
import Platform
import TestSupport
import Understudy

/// `understudy dev` in a package of a test's own, whose build copies this repository's program.
final class DevStage {
  let program: Program
  let port: Int
  let folder: TemporaryFolder
  private var saveCount = 0

  /// What stands where the compiler would: it fails with what is in `errors`, if that is there.
  private static let build = """
    if [ -e errors ]; then cat errors; exit 1; fi
    cp '\(Program.binary.path)' app.new && mv app.new app
    """

  /// Begins in a folder of the package.
  init(
    _ arguments: [String] = [], from start: String = ".",
    prepare: (TemporaryFolder) throws -> Void = { _ in }
  ) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try folder.write("Package.swift", "")
    try folder.write("routes/Users.swift", "")
    try folder.write("build.sh", Self.build)
    try FileManager.default.copyItem(atPath: Program.fixtures, toPath: "\(folder.path)/fixtures")
    try prepare(folder)
    program = try Program(
      [
        "dev", "--port", "0", "--log", "off", "--build", "sh build.sh", "--binary", "app",
      ] + arguments, in: URL(fileURLWithPath: "\(folder.path)/\(start)"))
    let line = program.readLine()
    guard let port = Int(line.split(separator: ":").last ?? "") else {
      throw RawClient.Failure(description: "'\(line)' \(program.errorText())")
    }
    self.port = port
  }

  /// Saves a file of routes.
  func save() throws {
    saveCount += 1
    try folder.write("routes/Users.swift", "// \(saveCount)")
  }

  /// Waits until the terminal tells something; the line, without the time before it.
  func told(_ words: String) throws -> String {
    while true {
      let line = program.readErrorLine()
      if line.contains(words) { return line }
      guard program.process.isRunning || !line.isEmpty else {
        throw RawClient.Failure(description: "ended, and never said '\(words)'")
      }
    }
  }

  /// Saves a file of routes, and waits until its build serves.
  func handOver() throws {
    try save()
    _ = try told("served after")
  }

  /// Calls the admin API on a connection of its own.
  func admin(_ method: String, _ path: String, _ body: String? = nil) throws -> RawReply {
    try RawClient(plainTo: port).get("/__admin\(path)", method: method, body: body)
  }

  /// The processes that run the package's program.
  func daemons() -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { number in
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
      return path?.hasPrefix("\(folder.path)/app") == true
    }
  }
}

extension RawReply {
  var document: JSON? { try? JSON(parsing: body) }
}
