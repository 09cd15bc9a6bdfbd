import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyClient

@Suite("The program", .serialized)
struct ProgramTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `stops with 500 requests held`(signal: Int32) async throws {
    let (program, port) = try Program.serve(["--log", "off"])
    let mocks = MockClient(url: "http://localhost:\(port)")
    try await mocks.activate(.timeout, for: "users.list")
    let clients = try (0..<500).map { _ in try RawClient(port: port) }
    for client in clients { try client.request("GET", "/users") }
    try await mocks.held("users.list", count: 500, within: .seconds(600))
    let start = SystemTime().now

    program.signal(signal)

    #expect(program.waitForExit() == 0)
    #expect(SystemTime().now - start < .seconds(3))
  }

  @Test(.bug(id: "N04"), arguments: [SIGTERM, SIGINT])
  func `stops as the first process of a container`(signal: Int32) throws {
    let unshare = "/usr/bin/unshare"
    try #require(FileManager.default.isExecutableFile(atPath: unshare))
    let launcher = [unshare, "--fork", "--pid", "--mount-proc", "--kill-child"]
    // Where this user may not make a namespace, there is nothing to show.
    let probe = try Process.run(
      URL(fileURLWithPath: unshare), arguments: Array(launcher.dropFirst()) + ["/bin/true"])
    probe.waitUntilExit()
    guard probe.terminationStatus == 0 else { return }
    let (program, port) = try Program.serve(["--log", "off"], through: launcher)
    #expect(try RawClient(port: port).get("/users").status == 200)
    let child = try #require(Self.child(of: program.process.processIdentifier))

    kill(child, signal)

    #expect(program.waitForExit() == 0)
  }

  @Test func `leaves no zombies as the first process of a container`() throws {
    let unshare = "/usr/bin/unshare"
    let namespace = ["--fork", "--pid", "--mount-proc", "--kill-child"]
    try #require(FileManager.default.isExecutableFile(atPath: unshare))
    let probe = try Process.run(
      URL(fileURLWithPath: unshare), arguments: namespace + ["/bin/true"])
    probe.waitUntilExit()
    guard probe.terminationStatus == 0 else { return }
    // The shell's grandchild is nobody's child but the first process's, which becomes the daemon.
    let orphan = ["/bin/sh", "-c", "(sleep 1 &); exec \"$@\"", "sh"]
    let (program, port) = try Program.serve(
      ["--log", "off"], through: [unshare] + namespace + orphan)
    #expect(try RawClient(port: port).get("/users").status == 200)
    let daemon = try #require(Self.child(of: program.process.processIdentifier))

    // A zombie would stay in the list of its children.
    #expect(eventually { Self.child(of: daemon) == nil })

    kill(daemon, SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  @Test(.bug(id: "N02"))
  func `says that its port is taken`() throws {
    let (_first, port) = try Program.serve(["--log", "off"])
    let second = try Program(["serve", "--port", "\(port)", "--fixtures", Program.fixtures])

    #expect(second.waitForExit() == 75)
    #expect(
      second.errorText() == """
        error: Port \(port) on 127.0.0.1 is taken by another program.
          hint    choose another with --port, or let the system choose with --port 0

        """)
    _first.signal(SIGTERM)
    #expect(_first.waitForExit() == 0)
  }

  @Test func `says where its control panel is`() throws {
    let (program, _) = try Program.serve(["--log", "off"])
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)

    let line = try #require(
      program.errorText().split(separator: "\n").first { $0.hasPrefix("  panel ") })
    #expect(line.wholeMatch(of: #/  panel   http://localhost:\d+/__admin//#) != nil)
  }

  @Test func `finds the example catalog sound`() throws {
    let check = try Program(["check", "--fixtures", Program.fixtures])

    #expect(check.waitForExit() == 0)
    #expect(check.outputText() == "13 routes are sound.\n")
  }

  @Test func `tells every missing fixture and ends with 78`() throws {
    let folder = try TemporaryFolder()
    let check = try Program(["check", "--fixtures", folder.path])

    #expect(check.waitForExit() == 78)
    let errors = check.errorText()
    #expect(
      errors.contains(
        "error: Variant 'default' of route 'users.list' serves fixture 'users/list.json', which does not exist in '\(folder.path)'.\n  at      routes/Users.swift:"
      ))
    #expect(errors.contains("items.overview"))
  }

  @Test func `writes its address when it serves and takes it back when it ends`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/ready"
    let (program, port) = try Program.serve(["--ready-file", path])
    #expect(eventually { FileManager.default.fileExists(atPath: path) })

    let text = try String(contentsOfFile: path, encoding: .utf8)
    program.signal(SIGTERM)

    #expect(text.contains("http://localhost:\(port)"))
    #expect(program.waitForExit() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `flips a route of a running daemon`() throws {
    let (daemon, port) = try Program.serve(["--log", "off"])
    let url = ["--url", "http://127.0.0.1:\(port)"]
    let client = try RawClient(port: port)

    for (words, status) in [
      (["activate", "users.list", "serverError"], 500), (["restore", "users.list"], 200),
      (["activate", "users.*", "forbidden"], 403), (["reset"], 200),
      (["activate", "--all", "maintenance"], 503), (["restore", "--all"], 200),
    ] {
      let command = try Program(words + url)
      #expect(command.waitForExit() == 0)
      #expect(try client.get("/users").status == status)
    }
    let wrong = try Program(["activate", "users.list", "serverEror"] + url)
    #expect(wrong.waitForExit() == 64)
    #expect(wrong.errorText().contains("Did you mean 'serverError'?"))
    daemon.signal(SIGTERM)
    #expect(daemon.waitForExit() == 0)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `begins with what was chosen before its end`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/state.json"
    let (first, port) = try Program.serve(["--log", "off", "--state", path])
    let mocks = MockClient(url: "http://localhost:\(port)")
    try await mocks.activate(.maintenance, for: "users.*")
    try await mocks.activate(.serverError, for: "users.list")
    // Who is killed has no time left: the file has it by then.
    let isWritten = {
      (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) }?.contains("serverError")
        == true
    }
    if signal == SIGKILL { #expect(eventually(isWritten)) }
    first.signal(signal)
    #expect(first.waitForExit() == (signal == SIGTERM ? 0 : signal))

    let (second, nextPort) = try Program.serve(["--log", "off", "--state", path])
    let client = try RawClient(port: nextPort)

    #expect(try client.get("/users").status == 500)
    #expect(try client.get("/users/1").status == 503)
    second.signal(SIGTERM)
    #expect(second.waitForExit() == 0)
  }

  @Test func `says that its state file cannot be written`() throws {
    let program = try Program([
      "serve", "--port", "0", "--fixtures", Program.fixtures, "--state", "/nowhere/state.json",
    ])

    #expect(program.waitForExit() == 73)
    #expect(
      program.errorText() == """
        error: State file '/nowhere/state.json' cannot be written: No such file or directory.
          hint    choose another file with --state

        """)
  }

  @Test func `says that its state file is broken, and serves`() throws {
    let folder = try TemporaryFolder()
    try folder.write("state.json", "{")
    let path = "\(folder.path)/state.json"
    let (program, port) = try Program.serve(["--log", "off", "--state", path])

    #expect(try RawClient(port: port).get("/users").status == 200)
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
    #expect(program.errorText().contains("  notice  State file '\(path)' is broken. It is no JSON"))
    #expect(try Files.read(path) == Array("{".utf8))
  }

  @Test func `says that no daemon answers`() throws {
    let status = try Program(["status", "--url", "http://127.0.0.1:1"])

    #expect(status.waitForExit() == 69)
    #expect(status.errorText().contains("No daemon answers at http://127.0.0.1:1"))
  }

  /// The process that a launcher has started.
  private static func child(of parent: Int32) -> Int32? {
    let path = "/proc/\(parent)/task/\(parent)/children"
    return (try? String(contentsOfFile: path, encoding: .utf8))
      .flatMap { $0.split(separator: " ").first }.flatMap { Int32($0) }
  }
}
