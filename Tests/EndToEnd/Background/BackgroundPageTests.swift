import Foundation
import TestSupport
import Testing

/// The page `docs/background.md`: its commands, run in one shell, each block with what the page shows
/// behind it.
@Suite("The page on daemons in the background")
struct BackgroundPageTests {
  @Test func `shows what happens`() throws {
    let program = try BackgroundProgram()
    let blocks = try ShellPage("background.md").blocks
    #expect(blocks.count == 7)

    let output = try ShellPage.run(
      blocks, ports: [8080: program.port],
      environment: [
        "XDG_STATE_HOME": program.folder.path, "UNDERSTUDY_PORT": "\(program.port)",
        "UNDERSTUDY_FIXTURES": Program.fixtures, "UNDERSTUDY_URL": nil,
      ])

    #expect(output.count == blocks.count)
    for (block, text) in zip(blocks, output) {
      let shown = text.replacing("\(program.port)", with: "8080")
      #expect(Self.steady(shown) == Self.steady(block.output), "\(block.commands)")
    }
  }

  /// A text without what differs from run to run: numbers of processes, folders and times.
  private static func steady(_ text: String) -> String {
    text.replacing(/(pid +)\d+/) { "\($0.output.1)PID" }
      .replacing(/\/[^ ']*\/understudy\/8080\//, with: "STATE/")
      .replacing(/(folder +)\/[^ \n]*/) { "\($0.output.1)FOLDER" }
      .replacing(/in '[^']*'/, with: "in FOLDER")
      .replacing(/[0-9-]{10}T[0-9:.]{12}Z/, with: "TIME")
      .replacing(/up +\d+ s/, with: "up TIME")
  }
}
