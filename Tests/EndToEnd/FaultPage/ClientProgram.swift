import Foundation
import Platform
import TestSupport

/// A client that is run as a program of its own.
struct ClientProgram {
  /// How it ended, in a form that a table shows.
  struct Result: Equatable {
    /// The exit status; nil where a signal has ended it.
    var status: Int32?
    var output: String
    var errors: String
  }

  /// The path of curl; nil where there is none.
  static let curl = ["/usr/bin/curl", "/opt/homebrew/bin/curl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The program that calls URLSession, beside the tests.
  static var probe: String {
    Program.binary.deletingLastPathComponent().appendingPathComponent("URLSessionProbe").path
  }

  /// Runs a program to its end.
  static func run(_ path: String, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // A proxy would be asked for 127.0.0.1 too.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.lowercased().hasSuffix("_proxy")
    }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Both write a few lines at most, which a pipe takes.
    let text = [output, errors].map {
      String(decoding: (try? $0.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : nil,
      output: text[0], errors: text[1])
  }
}
