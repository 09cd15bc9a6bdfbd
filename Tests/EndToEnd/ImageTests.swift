import Foundation
import Testing

@Suite("The image")
struct ImageTests {
  @Test func `is built from named folders alone, and without keys`() throws {
    let ignored = try String(
      contentsOf: Program.root.appendingPathComponent(".dockerignore"), encoding: .utf8)
    let lines = ignored.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)

    // The last line that fits decides.
    #expect(lines.first == "*")
    #expect(Array(lines.suffix(4)) == ["**/*.key", "**/*-key.pem", "**/ca.key", "**/leaf.key"])
    let recipe = try String(
      contentsOf: Program.root.appendingPathComponent("Dockerfile"), encoding: .utf8)
    let steps = recipe.split(separator: "\n").filter { $0.hasPrefix("RUN") }
    // Nothing that makes certificates runs while it is built: all containers would share them.
    #expect(
      steps.allSatisfy { !$0.contains("understudy cert") && !$0.contains("understudy serve") })
  }
}
