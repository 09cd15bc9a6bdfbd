import Foundation
import TestSupport
import Testing

@Suite("The program 'understudy cert'")
struct CertificateProgramTests {
  /// Runs the program with certificates in a folder of the test's own.
  private func cert(_ arguments: [String], in folder: TemporaryFolder) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = Program.binary
    process.arguments = ["cert"] + arguments
    process.environment = ["XDG_DATA_HOME": folder.path]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return bytes
  }

  @Test func `makes one CA and one leaf, however many start at once`() throws {
    let folder = try TemporaryFolder()

    let listings = try inParallel(12) { _ in try cert(["--json"], in: folder) }

    // What the days that are left are counted from is not the same.
    let prints = try listings.map { listing in
      let members = try JSONSerialization.jsonObject(with: listing) as? [String: Any]
      return ["ca", "leaf"].map { name in
        (members?[name] as? [String: Any])?["sha256"] as? String
      }
    }
    #expect(Set(prints).count == 1)
    #expect(prints.first?.contains(nil) == false)
  }

  @Test func `has its own words for a device`() throws {
    let folder = try TemporaryFolder()

    let pem = try cert(["--export", "pem"], in: folder)
    let der = try cert(["--export", "der"], in: folder)

    let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
    #expect(Data(base64Encoded: lines.joined()) == der)
  }
}
