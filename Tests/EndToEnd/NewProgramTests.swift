import Foundation
import TestSupport
import Testing

/// What `.ci/outside` builds, as far as that can be told without a build.
@Suite("A package that the program makes")
struct NewProgramTests {
  /// Makes a package with a few more routes in a shell's folder.
  private static func make(in shell: Shell) throws -> String {
    let (output, error) = try shell.run(
      ["-e", "-c"],
      """
      understudy new Shop --understudy '\(Program.root.path)' && cd Shop
      understudy add route orders.list GET /orders
      cp routes/Orders.swift ../first.swift
      understudy add route orders.detail GET '/orders/{id:int}'
      understudy add route orders.create POST /orders --json '{"id": 1, "note": null}' --status 201
      understudy add route orders.lines.list GET '/orders/{order}/lines-of-an-order-with-a-long-name/{line}'
      understudy add route account.login POST /user/login
      understudy add route greetings.remove DELETE '/greetings/{id}' --status 204
      """)
    #expect(error.isEmpty)
    return output
  }

  @Test func `is Swift, as the formatter leaves it`() throws {
    let shell = try #require(try Shell("bash"))
    let output = try Self.make(in: shell)

    let (found, error) = try shell.run(
      ["-e", "-c"],
      """
      cd Shop
      swift format lint --strict --recursive --parallel .
      find . -name '*.swift' -exec swiftc -frontend -parse {} +
      bash -n setup
      make --dry-run run test check image >/dev/null
      """)

    #expect(output.contains("routes/Catalog.swift: 'account' is in the catalog\n"))
    #expect(found.isEmpty && error.isEmpty, "\(found)\(error)")
  }

  @Test func `has the route that the page shows`() throws {
    let shell = try #require(try Shell("bash"))
    _ = try Self.make(in: shell)

    let (first, _) = try shell.run(["-c"], "cat first.swift")

    #expect(try ShellPage("new-package.md").swift == [first])
  }
}
