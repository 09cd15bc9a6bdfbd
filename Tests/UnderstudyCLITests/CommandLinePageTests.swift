import Platform
import Testing
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("The page about the command line")
struct CommandLinePageTests {
  private let page: String

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try RootedFolder("/\(root)/docs").read("command-line.md").bytes
    page = String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Command.allCases)
  func `names every command, and every option that is its own`(_ command: Command) {
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.joined(separator: "\n")
    let own = command.options.filter { !Setting.sessionConnection.contains($0) }

    #expect(rows.contains("`\(command.rawValue)"))
    for setting in own {
      let usage = setting.usage.split(separator: "|").joined(separator: "\\|")
      #expect(rows.contains(usage), "\(usage)")
    }
  }

  @Test func `names every option of commands that speak to a daemon, with its twin`() {
    for setting in Setting.sessionConnection {
      #expect(page.contains("`\(setting.flag)` (`\(setting.environment ?? "none")`"))
    }
  }
}
