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
    Program.built("URLSessionProbe").path
  }

  /// The file of the authorities that URLSession trusts on Linux, where nothing names another.
  private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

  /// Whether URLSession can be told whom to trust: on Linux, by a view of the file system of its own.
  static let canTrust: Bool = {
    let command = "mount --bind '\(authorities)' '\(authorities)'"
    return (try? run("/usr/bin/env", ["unshare", "-rm", "/bin/sh", "-c", command]))?.status == 0
  }()

  /// Runs the program that calls URLSession, which trusts what a file says and nothing else.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - path: the file; nil leaves the system's.
  ///   - countsChallenges: whether it says how often its delegate was asked.
  /// - Returns: how it ended.
  /// - Throws: what keeps it from being run.
  static func probe(
    _ arguments: [String], trusting path: String? = nil, countsChallenges: Bool = false
  ) throws -> Result {
    let environment = countsChallenges ? ["PROBE_COUNTS_CHALLENGES": "1"] : [:]
    guard let path else { return try run(probe, arguments, environment: environment) }
    let command = "mount --bind \"$0\" '\(authorities)' && exec \"$@\""
    return try run(
      "/usr/bin/env", ["unshare", "-rm", "/bin/sh", "-c", command, path, probe] + arguments,
      environment: environment)
  }

  /// Runs a program to its end.
  static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // A proxy would be asked for 127.0.0.1 too.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.lowercased().hasSuffix("_proxy")
    }.merging(environment) { $1 }
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
