import Foundation
import TestSupport

/// A page of `docs/` whose blocks of shell are run, each with what the page shows behind it.
struct ShellPage {
  var blocks: [Block] = []
  /// The blocks of Swift.
  var swift: [String] = []
  /// The last block of each other language, by its name.
  var scripts: [String: String] = [:]

  /// A block of commands, and the block of text or JSON right behind it.
  struct Block {
    var commands: String
    var output = ""
  }

  /// Reads a page.
  init(_ name: String) throws {
    let page = Program.root.appendingPathComponent("docs/\(name)")
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
      switch kind {
      case "sh": blocks.append(Block(commands: text))
      case "swift": swift.append(text)
      case "text", "json": blocks[blocks.count - 1].output = text
      case .some(let language): scripts[String(language)] = text
      case nil: break
      }
      kind = kind == nil ? line.dropFirst(3) : nil
      lines = []
    }
  }

  /// Runs blocks in one shell, in a folder of their own, against a daemon.
  ///
  /// The page's ports are led to those of the daemon; what starts one does nothing.
  ///
  /// - Parameters:
  ///   - blocks: the blocks.
  ///   - ports: the daemon's ports, by those of the page: 8080 is that of the mocks.
  ///   - changes: variables that the shell has besides; one that is nil it has not.
  /// - Returns: what each block has printed, with the page's ports.
  /// - Throws: where the shell cannot be started.
  static func run(
    _ blocks: [Block], ports: [Int: Int], environment changes: [String: String?] = [:]
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    // Programs rather than functions of the shell: what is put into the background is the program.
    let words = ports.map { page, own in
      "set -- \"${@//localhost:\(page)/localhost:\(own)}\"\n"
    }
    try write(folder, "curl", words.joined() + "exec '\(try curl())' \"$@\"")
    try write(
      folder, "understudy", "[ \"$1\" = serve ] || exec '\(Program.binary.path)' \"$@\"")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", blocks.map(\.commands).joined(separator: "printf '\\f'\n")]
    shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(folder.path)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["UNDERSTUDY_URL"] = ports[8080].map { "http://localhost:\($0)" }
    for (name, value) in changes { environment[name] = value }
    shell.environment = environment
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    let bytes = try withExtendedLifetime(folder) {
      try output.fileHandleForReading.readToEnd() ?? Data()
    }
    shell.waitUntilExit()
    let text = ports.reduce(String(decoding: bytes, as: UTF8.self)) {
      $0.replacing("localhost:\($1.value)", with: "localhost:\($1.key)")
    }
    return text.split(separator: "\u{C}", omittingEmptySubsequences: false).map(String.init)
  }

  /// Writes a program of the shell where it is found before any other of its name.
  private static func write(_ folder: TemporaryFolder, _ name: String, _ commands: String) throws {
    try folder.write("bin/\(name)", "#!/bin/bash\n\(commands)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/bin/\(name)")
  }

  private static func curl() throws -> String {
    let places = ["/usr/bin/curl", "/opt/homebrew/bin/curl"]
    guard let found = places.first(where: FileManager.default.isExecutableFile) else {
      throw RawClient.Failure(description: "curl is not installed")
    }
    return found
  }
}
