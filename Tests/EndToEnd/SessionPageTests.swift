import Foundation
import Platform
import TestSupport
import Testing

/// The page `docs/sessions.md`: its commands, run in one shell against a daemon, each block with what
/// the page shows behind it.
@Suite("The page on sessions")
struct SessionPageTests {
  @Test func `shows what happens`() throws {
    let sessionPorts = try Self.freePorts(10)
    let (program, port) = try Program.serve([
      "--log", "off", "--session-ports", "\(sessionPorts.lowerBound)-\(sessionPorts.upperBound)",
    ])
    let blocks = try ShellPage("sessions.md").blocks
    #expect(blocks.count == 8)

    let output = try ShellPage.run(blocks, ports: [8080: port, 9000: sessionPorts.lowerBound])

    #expect(output.count == blocks.count)
    for (block, text) in zip(blocks, output) {
      #expect(Self.steady(text) == Self.steady(block.output), "\(block.commands)")
    }
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  /// A text without what differs from run to run: ids and times.
  private static func steady(_ text: String) -> String {
    text.replacing(/[a-z2-9]{20}/, with: "ID")
      .replacing(/[0-9-]{10}T[0-9:.]{12}Z/, with: "TIME")
      .replacing("\r\n", with: "\n")
  }

  /// Ports in a row that nobody has.
  private static func freePorts(_ count: Int) throws -> ClosedRange<Int> {
    for _ in 0..<100 {
      let (program, first) = try Program.serve(["--log", "off"])
      program.signal(SIGTERM)
      _ = program.waitForExit()
      let range = first...(first + count - 1)
      if range.allSatisfy({ (try? RawClient(port: $0)) == nil }) { return range }
    }
    throw RawClient.Failure(description: "no \(count) ports in a row are free")
  }
}
