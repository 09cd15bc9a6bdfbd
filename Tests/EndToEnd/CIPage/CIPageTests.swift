import Foundation
import Platform
import TestSupport
import Testing

/// The page `docs/ci.md`: its commands, and the shell of its recipes, run against a daemon.
@Suite("The page on continuous integration")
struct CIPageTests {
  @Test func `shows what happens`() throws {
    let (program, port) = try Program.serve(["--log", "off"])
    let blocks = try ShellPage("ci.md").blocks
    #expect(blocks.count == 3)

    let output = try ShellPage.run(blocks, ports: [8080: port])

    #expect(output == blocks.map(\.output))
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  private struct Recipe: CustomTestStringConvertible {
    var testDescription: String
    /// Where it stands on the page.
    var place: Int
    /// Whether it writes a summary.
    var summarizes: Bool
    /// How its shell ends where the tests have met a miss.
    var status: Int
  }

  @Test(arguments: [
    Recipe(testDescription: "GitHub Actions", place: 0, summarizes: true, status: 1),
    Recipe(testDescription: "GitHub Actions on macOS", place: 1, summarizes: true, status: 1),
    // curl: the server has answered with 400 or more.
    Recipe(testDescription: "GitLab CI", place: 2, summarizes: false, status: 22),
  ])
  private func `has recipes that fail on a miss, and on nothing else`(_ recipe: Recipe) throws {
    let shell = try Self.recipes()[recipe.place]
      .replacing("http://mocks:8080", with: "http://localhost:8080")
    for missed in [false, true] {
      let (program, port) = try Program.serve(["--log", "off"])

      let output =
        try ShellPage.run(
          [
            .init(commands: Self.standIns(path: missed ? "nowhere" : "users")),
            .init(commands: shell + "echo \"status $?\"\ncat summary.md 2>/dev/null\n"),
          ], ports: [8080: port]
        ).last ?? ""

      #expect(output.contains("status \(missed ? recipe.status : 0)\n"), "\(output)")
      #expect(output.contains("## Understudy") == recipe.summarizes)
      #expect(output.contains("GET /nowhere") == missed)
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }
  }

  /// Functions in the place of what a job has: the tests of an app ask for one path.
  private static func standIns(path: String) -> String {
    """
    export GITHUB_STEP_SUMMARY=summary.md GITHUB_PATH=path.txt
    mkdir -p Mocks/.build/release
    cat > Mocks/.build/release/shop <<'END'
    #!/bin/bash
    [ "$1" = start ] || exec understudy "$@"
    END
    chmod +x Mocks/.build/release/shop
    PATH=$PATH:$PWD/Mocks/.build/release
    docker() { [ "$1 $2" = 'exec mocks' ] && shift 2 && "$@"; }
    tests() { curl -s -o answer.json "http://localhost:8080/\(path)"; }
    npm() { tests; }
    xcodebuild() { tests; }
    brew() { :; }
    swift() { :; }

    """
  }

  /// The shell of each recipe, as `.ci/recipes` reads it from the YAML.
  private static func recipes() throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Program.root.appendingPathComponent(".ci/recipes").path, "--shell",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\u{C}").map(String.init)
  }
}
