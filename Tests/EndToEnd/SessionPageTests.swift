import Foundation
import Platform
import TestSupport
import Testing

/// The page `docs/sessions.md`: its commands, run in one shell against a daemon, each block with what
/// the page shows behind it.
@Suite("The page on sessions")
struct SessionPageTests {
  @Test func `shows what happens`() throws {
    // Where there is no curl, there is nothing to show.
    guard
      let curl = ["/usr/bin/curl", "/opt/homebrew/bin/curl"].first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return }
    let sessionPorts = try Self.freePorts(10)
    let (program, port) = try Program.serve([
      "--log", "off", "--session-ports", "\(sessionPorts.lowerBound)-\(sessionPorts.upperBound)",
    ])
    let blocks = try Self.blocks()
    #expect(blocks.count == 8)

    let output = try Self.run(blocks.map(\.commands), curl, port, sessionPorts.lowerBound)

    #expect(output.count == blocks.count)
    for (block, text) in zip(blocks, output) {
      #expect(Self.steady(text) == Self.steady(block.output), "\(block.commands)")
    }
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  private struct Block {
    var commands: String
    var output = ""
  }

  /// The blocks of commands with what they print.
  private static func blocks() throws -> [Block] {
    let page = Program.root.appendingPathComponent("docs/sessions.md")
    var blocks: [Block] = []
    var kind: Substring?
    var lines: [Substring] = []
    for line in try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      guard line.hasPrefix("```") else {
        lines.append(line)
        continue
      }
      let text = lines.map { "\($0)\n" }.joined()
      if kind == "sh" { blocks.append(Block(commands: text)) }
      if kind == "text" || kind == "json" { blocks[blocks.count - 1].output = text }
      kind = kind == nil ? line.dropFirst(3) : nil
      lines = []
    }
    return blocks
  }

  /// Runs blocks in one shell, and gives back what each has printed.
  ///
  /// The page's ports are led to those of the daemon; what starts it does nothing.
  private static func run(
    _ blocks: [String], _ curl: String, _ port: Int, _ sessionPort: Int
  ) throws -> [String] {
    // Programs rather than functions of the shell: what is put into the background is the program.
    let folder = try TemporaryFolder()
    try folder.write(
      "curl",
      """
      #!/bin/bash
      words=("${@//localhost:8080/localhost:\(port)}")
      exec '\(curl)' "${words[@]//localhost:9000/localhost:\(sessionPort)}"

      """)
    try folder.write(
      "understudy", "#!/bin/bash\n[ \"$1\" = serve ] || exec '\(Program.binary.path)' \"$@\"\n")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = [
      "-c", "chmod +x '\(folder.path)'/*\n" + blocks.joined(separator: "printf '\\f'\n"),
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["UNDERSTUDY_URL"] = "http://localhost:\(port)"
    environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    shell.environment = environment
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    return withExtendedLifetime(folder) {
      String(decoding: bytes, as: UTF8.self)
        .replacing("localhost:\(port)", with: "localhost:8080")
        .replacing("localhost:\(sessionPort)", with: "localhost:9000")
        .split(separator: "\u{C}", omittingEmptySubsequences: false).map(String.init)
    }
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
