import Foundation
import TestSupport
import Testing

@Suite("The page on other languages")
struct OtherLanguagesPageTests {
  let page: ShellPage
  let program: Program
  let port: Int

  init() throws {
    page = try ShellPage("other-languages.md")
    (program, port) = try Program.serve(["--log", "off"])
  }

  @Test func `shows commands that do what they say`() throws {
    let output = try ShellPage.run(page.blocks, ports: [8080: port])

    #expect(page.blocks.count == 1)
    #expect(output == page.blocks.map(\.output))
  }

  @Test(
    .enabled("python3 is needed.") {
      try OtherLanguagesPageTests.run(["python3", "--version"]) == 0
    },
    .timeLimit(.minutes(2)))
  func `shows Python that passes`() throws {
    #expect(try runExample("python", "test_users.py", by: ["python3"]) == 0)
  }

  @Test(
    .enabled("Node 20 or later is needed.") {
      try OtherLanguagesPageTests.run(["node", "--test", "--version"]) == 0
    },
    .timeLimit(.minutes(2)))
  func `shows JavaScript that passes`() throws {
    #expect(try runExample("js", "users.test.mjs", by: ["node", "--test"]) == 0)
  }

  @Test(
    .enabled("python3 is needed.") {
      try OtherLanguagesPageTests.run(["python3", "--version"]) == 0
    })
  func `is told from one whose code fails`() throws {
    let text = try #require(page.scripts["python"])
      .replacing("\"serverError\", 500", with: "\"serverError\", 200")

    #expect(try Self.run(text, "test_users.py", by: ["python3"], port) == 1)
  }

  private func runExample(_ kind: String, _ name: String, by words: [String]) throws -> Int32 {
    try Self.run(try #require(page.scripts[kind]), name, by: words, port)
  }

  private static func run(
    _ text: String, _ name: String, by words: [String], _ port: Int
  ) throws -> Int32 {
    let folder = try TemporaryFolder()
    try folder.write(name, text.replacing("localhost:8080", with: "localhost:\(port)"))
    return try withExtendedLifetime(folder) { try run(words + ["\(folder.path)/\(name)"]) }
  }

  /// Runs a program that the search path has: its exit status.
  fileprivate static func run(_ words: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // What a proxy of this machine would answer is none of ours.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.lowercased().hasSuffix("_proxy")
    }
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
