import Foundation
import Platform
import TestSupport

/// The program as a user starts it, on a free port; ends with its test.
final class Program {
  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let ended = Bell()

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the example fixtures.
  static let fixtures = root.appendingPathComponent("fixtures").path

  /// The program in place of the package's own, such as one in the root of an image (`.ci/image-test`).
  static let other = ProcessInfo.processInfo.environment["UNDERSTUDY_TEST_PROGRAM"]

  /// The program that is tested.
  static var binary: URL {
    other.map { URL(fileURLWithPath: $0) } ?? built("understudy")
  }

  /// A program of the package: those are built beside the tests.
  static func built(_ name: String) -> URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name)
  }

  init(
    _ arguments: [String], through launcher: [String] = [], in folder: URL = Program.root
  ) throws {
    let words = launcher + [Self.binary.path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { [ended] _ in ended.notify() }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// A served daemon and its port.
  static func serve(
    _ arguments: [String] = [], through launcher: [String] = []
  ) throws -> (program: Program, port: Int) {
    let program = try Program(
      ["serve", "--port", "0", "--fixtures", fixtures] + arguments, through: launcher)
    let line = program.readLine()
    guard line.hasPrefix("listening http://127.0.0.1:"),
      let port = Int(line.split(separator: ":").last ?? "")
    else { throw RawClient.Failure(description: "'\(line)' \(program.errorText())") }
    return (program, port)
  }

  /// The next line of standard output.
  func readLine() -> String { Self.line(of: output) }

  /// The next line of standard error.
  func readErrorLine() -> String { Self.line(of: errors) }

  private static func line(of pipe: Pipe) -> String {
    var bytes: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first,
      byte != UInt8(ascii: "\n")
    {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All of standard output, once the program has ended.
  func outputText() -> String { Self.text(of: output) }

  /// All of standard error, once the program has ended.
  func errorText() -> String { Self.text(of: errors) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end; nil where it does not come in time.
  func waitForExit(within limit: Duration = .seconds(20)) -> Int32? {
    ended.wait(for: limit) ? process.terminationStatus : nil
  }

  private static func text(of pipe: Pipe) -> String {
    String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
