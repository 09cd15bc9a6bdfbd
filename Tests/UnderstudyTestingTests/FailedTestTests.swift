#if os(Linux)
  import Foundation
  import Testing
  import TestSupport
  import Understudy
  import UnderstudyAPI
  import UnderstudyClient
  import UnderstudyInProcess

  /// What is left of a test that has failed, in a process of its own.
  @Suite("A test that has failed")
  struct FailedTestTests {
    /// What a run of the tests of this bundle prints.
    private func output(_ arguments: [String], url: String? = nil) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging([
        FailingTests.variable: "1", MockClient.urlVariable: url ?? MockClient.usualURL,
      ]) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationStatus != 0)
      return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `has misses, journal and choices attached`() throws {
      let folder = try TemporaryFolder()

      let text = try output([
        "--testing-library", "swift-testing", "--filter", "FailingTests.SwiftTesting",
        "--attachments-path",
        folder.path,
      ])

      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["choices.json", "misses.txt", "requests.txt"], "\(text)")
      #expect(text.contains("1 request met no route."))
    }

    @Test func `leaves no session behind where its process was killed`() async throws {
      let daemon = try await MockDaemon.start(Shop.catalog)

      _ = try output(
        ["--testing-library", "swift-testing", "--filter", "FailingTests.Killed"],
        url: daemon.url.absoluteString)

      // It has made its call, and its session is over, or will be in a moment.
      let calls = try await daemon.client.connection.call(
        "GET", AdminPath.requests, query: [("session", "*")])["requests"]?.arrayValue
      #expect(calls?.count == 1)
      let id = try #require(calls?.first?["session"]?.stringValue)
      _ = try await daemon.client.connection.call(
        "GET", AdminPath.requests,
        query: [("session", id), ("after", "1000"), ("waitSeconds", "600")], waiting: .seconds(600))
      #expect(try await daemon.client.sessions().isEmpty)
    }

    @Test func `prints the same in XCTest`() throws {
      let text = try output([
        "--testing-library", "xctest", "UnderstudyTestingTests.FailingTestCase/testFails",
      ])

      #expect(
        text.contains(": error: FailingTestCase.testFails : failed - 1 request met no route."),
        "\(text)")
      #expect(text.contains("--- misses.txt\n1 request met no route."), "\(text)")
      #expect(text.contains("--- requests.txt\n"))
      #expect(text.contains("--- choices.json\n{"))
    }
  }
#endif
