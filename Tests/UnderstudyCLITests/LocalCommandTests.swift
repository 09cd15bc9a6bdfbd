import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("A command that needs no daemon")
struct LocalCommandTests {
  @Test
  func `prints the version`() {
    let stage = Stage()

    #expect(stage.run("version") == 0)
    #expect(stage.run("--version") == 0)

    #expect(stage.output == "understudy 0.1.0\nunderstudy 0.1.0\n")
  }

  @Test
  func `explains every command in lines of 100 columns at most`() {
    for command in Command.allCases {
      let stage = Stage()

      #expect(stage.run("help", command.rawValue) == 0)
      #expect(stage.run(command.rawValue, "--help") == 0)

      #expect(stage.output.hasPrefix("usage: understudy \(command.rawValue)"))
      #expect(stage.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
      for setting in command.options { #expect(stage.output.contains("  \(setting.usage) ")) }
    }
  }

  @Test
  func `lists every command`() {
    let stage = Stage()

    #expect(stage.run("help") == 0)

    for command in Command.allCases { #expect(stage.output.contains("\n  \(command.rawValue) ")) }
  }

  @Test
  func `finds a sound catalog sound`() {
    let stage = Stage()

    #expect(stage.run("check") == 0)

    #expect(stage.output == "2 routes are sound.\n")
  }

  @Test(arguments: ["check", "serve"])
  func `names everything that is wrong with a catalog`(_ command: String) {
    let stage = Stage()
    var runner = stage.runner
    runner.catalog = {
      Catalog(
        RouteGroup("users", path: "/users") {
          Route("users.list", .get, default: .json([]), file: "ShopRoutes/A.swift", line: 1)
          Route("users.list", .get, "/b", default: .json([]), file: "ShopRoutes/A.swift", line: 2)
          Route("users.bad", .get, "/{", default: .json([]), file: "ShopRoutes/B.swift", line: 3)
        })
    }

    let status = runner.run(command == "serve" ? ["serve", "--port", "0"] : ["check"])

    #expect(status == .configuration)
    #expect(
      stage.error.contains(
        """
        error: Route 'users.list' is declared twice.
          first   routes/A.swift:1
          again   routes/A.swift:2

        """))
    #expect(stage.error.contains("error: Path '/users/{' of route 'users.bad' "))
    #expect(stage.error.contains("routes/B.swift:3"))
    #expect(stage.output.isEmpty)
  }

  @Test
  func `colours only where it may`() {
    var table = Table("A", "B")
    table.add(["x", "long"], colour: (1, .yellow))
    var console = Stage().runner.console

    #expect(table.text(for: console) == "A  B\nx  long\n")
    console.isColoured = true
    #expect(
      table.text(for: console)
        == "\u{1B}[1mA\u{1B}[0m  \u{1B}[1mB\u{1B}[0m\nx  \u{1B}[33mlong\u{1B}[0m\n")
  }
}
