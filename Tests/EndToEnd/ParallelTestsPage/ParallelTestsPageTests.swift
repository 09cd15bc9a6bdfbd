import Foundation
import TestSupport
import Testing
import Understudy

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The page on parallel tests")
struct ParallelTestsPageTests {
  let page: ShellPage

  init() throws { page = try ShellPage("parallel-tests.md") }

  @Test(.timeLimit(.minutes(2))) func `shows what happens`() throws {
    let (program, port) = try Program.serve(["--log", "off"])
    // What a container is started with is another program's.
    let blocks = page.blocks.filter { !$0.commands.contains("docker") }
    #expect(blocks.count == 3)

    let output = try ShellPage.run(blocks, ports: [8080: port])

    #expect(output.count == blocks.count)
    for (block, text) in zip(blocks, output) {
      #expect(Self.steady(text) == Self.steady(block.output), "\(block.commands)")
    }
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  @Test func `shows a class that does what it says`() async throws {
    let file = try String(contentsOfFile: Self.folder + "/MockSession.swift", encoding: .utf8)
    let start = try #require(file.range(of: "/// A session of the daemon"))
    #expect(page.swift.first == "import Foundation\n\n" + file[start.lowerBound...])

    let (program, port) = try Program.serve(["--log", "off"])
    let daemon = "http://localhost:\(port)"
    let first = try await MockSession("first", ["users.list": "empty"], daemon: daemon)
    let second = try await MockSession("second", daemon: daemon)
    func users(_ session: MockSession) async throws -> Int? {
      let url = try #require(URL(string: "\(session.baseURL)/users"))
      let (_, response) = try await URLSession.shared.data(from: url)
      return (response as? HTTPURLResponse)?.statusCode
    }

    try await second.choose("serverError", for: "users.*")

    #expect(try await users(first) == 200)
    #expect(try await users(second) == 500)
    try await first.verify("users.list", exactly: 1)
    await #expect {
      try await second.verify("users.list", exactly: 2, within: 0)
    } throws: { error in
      "\(error)".hasPrefix("Expected exactly 2 requests for route 'users.list', but 1 came")
    }
    first.end()
    let admin = try RawClient(port: port)
    #expect(
      try eventually {
        try admin.get("/__admin/sessions").json?["sessions"]?.arrayValue?
          .compactMap { $0["name"]?.stringValue } == ["second"]
      })
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

  /// A text without what differs from run to run: ports that were free.
  private static func steady(_ text: String) -> String {
    text.replacing(/localhost:\d+/, with: "localhost:PORT")
  }
}
