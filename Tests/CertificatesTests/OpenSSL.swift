import Foundation
import Platform

/// The command of OpenSSL, which judges what GnuTLS has made.
enum OpenSSL {
  struct Answer {
    var status: Int32
    var text: String
  }

  /// Runs it to its end.
  static func run(_ arguments: String...) throws -> Answer { try run(arguments) }

  static func run(_ arguments: [String]) throws -> Answer {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Answer(status: process.terminationStatus, text: String(decoding: bytes, as: UTF8.self))
  }
}
