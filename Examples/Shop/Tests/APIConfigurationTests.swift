import ExampleShop
import Foundation
import Testing

@Suite("The source of the app's data")
struct APIConfigurationTests {
  private static let mocks = "http://localhost:8080/__session/k3v9x2"

  @Test func `is the real service where nothing else is said`() {
    let configuration = APIConfiguration.chosen(environment: [:], setting: nil)

    #expect(configuration == .real)
    #expect(configuration.baseURL.absoluteString == "https://api.example.com")
    #expect(!configuration.isMocked)
  }

  @Test func `is what the launch environment says, before what the setting says`() {
    let both = APIConfiguration.chosen(
      environment: [APIConfiguration.launchVariable: Self.mocks], setting: "http://localhost:9090")
    let setting = APIConfiguration.chosen(environment: [:], setting: "http://localhost:9090")

    #expect(both.isMocked && setting.isMocked)
    #expect(both.baseURL.absoluteString == Self.mocks)
    #expect(setting.baseURL.absoluteString == "http://localhost:9090")
    #expect(APIConfiguration.chosen(environment: [:], setting: "") == .real)
  }

  @Test(
    arguments: [
      (["-D", "DEBUG"], "\(mocks) true\n"),
      (["-O"], "https://api.example.com false\n"),
    ])
  func `is the real service in a release build, whatever is said`(
    flags: [String], prints: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("understudy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appendingPathComponent("main.swift")
    let program = folder.appendingPathComponent("program")
    try Data(
      """
      let chosen = APIConfiguration.current
      print(chosen.baseURL.absoluteString, chosen.isMocked)
      """.utf8
    ).write(to: main)

    _ = try Self.run(
      ["swiftc", "-swift-version", "6"] + flags + ["-o", program.path, Self.source, main.path])
    let output = try Self.run(
      [program.path], environment: [APIConfiguration.launchVariable: Self.mocks])

    #expect(output == prints)
  }

  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("App/APIConfiguration.swift").path

  private static func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(words)")
    return String(decoding: bytes, as: UTF8.self)
  }
}
