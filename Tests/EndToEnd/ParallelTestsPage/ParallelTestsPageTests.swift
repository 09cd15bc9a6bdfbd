import Foundation
import TestSupport
import Testing
import Understudy

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

  @Test func `shows tests that can be compiled`() throws {
    let file = try String(contentsOfFile: Self.folder + "/UsersExample.swift", encoding: .utf8)
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let (start, end) = (
      try #require(lines.firstIndex(of: "  // example")),
      try #require(lines.firstIndex(of: "  // end"))
    )

    #expect(page.swift.first == lines[(start + 1)..<end].map { "\($0.dropFirst(2))\n" }.joined())
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

  /// A text without what differs from run to run: ports that were free.
  private static func steady(_ text: String) -> String {
    text.replacing(/localhost:\d+/, with: "localhost:PORT")
  }
}
