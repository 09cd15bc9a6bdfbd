import Foundation
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyCLI

/// A service, with a stand-in for the service manager.
@Suite("The service of a user")
struct ServiceCommandTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = "\(folder.path)/config/systemd/user/understudy.service"
  }

  /// Puts a service manager on the path that notes what it is told, and fails at some of it.
  private func putManager(_ name: String = "systemctl", failingAt word: String = "nothing") throws {
    try folder.write(
      "bin/\(name)",
      """
      #!/bin/sh
      echo "$*" >> '\(folder.path)/told'
      case "$*" in *\(word)*) exit 3;; esac
      """)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/bin/\(name)")
  }

  /// What the service manager was told since the last time, but for whether it is there.
  private func told() -> [String] {
    defer { folder.remove("told") }
    let text = (try? Files.read("\(folder.path)/told")).map { String(decoding: $0, as: UTF8.self) }
    return (text ?? "").split(separator: "\n").map(String.init)
      .filter { !$0.hasSuffix("show-environment") }
  }

  private func stage(_ manager: ServiceManager = .systemd) -> Stage {
    let stage = Stage(environment: [
      "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/config",
      "XDG_STATE_HOME": "\(folder.path)/state", "PATH": "\(folder.path)/bin",
      "UNDERSTUDY_LOG": "json",
    ])
    stage.change { $0.serviceManager = manager }
    return stage
  }

  private func text(_ path: String) throws -> String? {
    try Files.read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `is installed, told of and removed`() throws {
    try putManager()
    let stage = stage()

    #expect(stage.run("service", "install", "--port", "9090") == 0)
    #expect(
      told() == [
        "--user daemon-reload", "--user enable understudy.service",
        "--user restart understudy.service",
      ])
    let unit = try #require(try text(file))
    #expect(unit.contains(" start --foreground --port 9090\n"))
    #expect(unit.contains("\nEnvironment=UNDERSTUDY_LOG=json\n"))
    #expect(unit.contains("\nEnvironment=XDG_STATE_HOME=\(folder.path)/state\n"))
    #expect(Files.permissions(of: file) == 0o600)

    #expect(stage.run("service", "status") == 0)
    #expect(told() == ["--user is-active understudy.service"])

    #expect(stage.run("service", "uninstall") == 0)
    #expect(told() == ["--user disable --now understudy.service", "--user daemon-reload"])
    #expect(try text(file) == nil)

    #expect(
      stage.output == """
        The service is installed: \(file)
        It is started now, and with each login; 'understudy status' tells where it serves.
        The service is installed: \(file)
        It runs.
        The service is gone: \(file)
        Its logs and choices stay in \(folder.path)/state/understudy

        """)
    #expect(stage.error == "")
  }

  @Test func `is installed again with other options`() throws {
    try putManager()
    let stage = stage()

    #expect(stage.run("service", "install", "--port", "9090") == 0)
    let first = try text(file)
    #expect(stage.run("service", "install", "--port", "9090") == 0)
    #expect(try text(file) == first)
    #expect(stage.run("service", "install", "--port", "9091") == 0)

    #expect(try text(file) != first)
    #expect(told().filter { $0.contains("restart") }.count == 3)
    #expect(Files.names(in: "\(folder.path)/config/systemd/user") == ["understudy.service"])
  }

  @Test func `has a port and a token that stay`() throws {
    let stage = stage()

    #expect(stage.run("service", "install", "--port", "0", "--lan") == 0)

    let unit = try #require(try text(file))
    let token = try #require(unit.firstMatch(of: /UNDERSTUDY_ADMIN_TOKEN=([a-z2-9]{24})\n/)?.1)
    #expect(unit.contains(/--port [1-9]\d+ --lan\n/))
    #expect(stage.output.contains("\nIts admin API asks for the token \(token)\n"))
  }

  @Test func `is left to its user where nobody answers`() throws {
    try putManager(failingAt: "show-environment")
    let stage = stage()

    #expect(stage.run("service", "install") == 0)
    #expect(stage.run("service", "status") == 69)
    #expect(stage.run("service", "uninstall") == 0)

    #expect(
      stage.output == """
        The service is installed: \(file)
        'systemctl' does not answer here. Run:
          systemctl --user daemon-reload
          systemctl --user enable understudy.service
          systemctl --user restart understudy.service
        The service is installed: \(file)
        The service is still installed: \(file)
        'systemctl' does not answer here. Run:
          systemctl --user disable --now understudy.service
          rm \(file)
          systemctl --user daemon-reload

        """)
    #expect(
      stage.error == "error: 'systemctl' does not answer: nobody tells whether it runs.\n")
    #expect(told().isEmpty)
    #expect(try text(file) != nil)
  }

  @Test func `is not installed where its catalog is broken`() throws {
    try putManager()
    let stage = stage()
    stage.change { runner in
      runner.serviceManager = .systemd
      runner.catalog = {
        Catalog(
          RouteGroup("users") { Route("users.list", .get, "/a", default: .fixture("no.json")) })
      }
    }

    #expect(stage.run("service", "install") == 78)

    #expect(stage.error.hasPrefix("error: Variant 'default' of route 'users.list' serves fixture"))
    #expect(
      stage.error.hasSuffix(
        """
        error: The service is not installed: see above.
          hint    one that is installed stays as it is

        """))
    #expect(try text(file) == nil)
    #expect(told().isEmpty)
  }

  @Test func `says that it does not start or run`() throws {
    let stage = stage()
    try putManager(failingAt: "restart")
    #expect(stage.run("service", "install") == 1)
    try putManager(failingAt: "is-active")
    #expect(stage.run("service", "status") == 1)

    #expect(
      stage.error == """
        error: The service does not start: 'systemctl --user restart understudy.service' has failed.
          hint    why: journalctl --user --unit understudy.service

        """)
    #expect(stage.output.hasSuffix("It does not run.\n"))
  }

  @Test func `is a launch agent on macOS`() throws {
    try putManager("launchctl", failingAt: "bootout")
    let stage = stage(.launchd)
    let agent = "\(folder.path)/Library/LaunchAgents/dev.understudy.daemon.plist"
    let domain = "gui/\(Machine.userNumber)"

    #expect(stage.run("service", "install", "--port", "9090") == 0)
    #expect(stage.run("service", "status") == 0)
    #expect(stage.run("service", "uninstall") == 0)

    #expect(
      told() == [
        "print \(domain)", "bootout \(domain)/dev.understudy.daemon",
        "bootstrap \(domain) \(agent)", "print \(domain)", "print \(domain)/dev.understudy.daemon",
        "print \(domain)", "bootout \(domain)/dev.understudy.daemon",
      ])
    #expect(try text(agent) == nil)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var line: [String]
    var status: Int32
    var error: String
    var testDescription: String { line.joined(separator: " ") }
  }

  @Test(arguments: [
    Refusal(
      line: ["service"], status: 64,
      error: """
        error: 'service' needs 'install', 'uninstall' or 'status'.
          hint    usage: understudy service install|uninstall|status

        """),
    Refusal(
      line: ["service", "instal"], status: 64,
      error: "error: 'service' takes 'install', 'uninstall' or 'status', not 'instal'. "
        + "Did you mean 'install'?\n"),
    Refusal(
      line: ["service", "status", "--port", "1"], status: 64,
      error:
        "error: Option '--port' does not go with 'service status', but with 'service install'.\n"),
    Refusal(
      line: ["service", "install", "--grace", "1h"], status: 64,
      error:
        "error: Option '--grace' must be a time of up to a day such as 2, 2s or 500ms, not '1h'.\n"
    ),
    Refusal(
      line: ["service", "install", "--state", "a\nb"], status: 64,
      error: "error: 'a\nb' has a control character, which no service can be told.\n"),
  ])
  func `is refused what makes no sense`(_ example: Refusal) throws {
    let stage = stage()

    #expect(stage.run(example.line) == example.status)

    #expect(stage.error == example.error)
    #expect(try text(file) == nil)
  }

  @Test(arguments: ["status", "uninstall"])
  func `must be installed first`(_ word: String) {
    let stage = stage()

    #expect(stage.run("service", word) == 69)

    #expect(
      stage.error == """
        error: No service is installed: '\(file)' is not there.
          hint    install it with 'understudy service install'

        """)
  }

  @Test func `does not take the port of a daemon in the background`() throws {
    let stage = try BackgroundStage()
    try stage.put(port: 9090, isAlive: true)
    stage.stage.change { $0.serviceManager = .systemd }

    #expect(stage.run("service install --port 9090") == 75)

    #expect(stage.stage.error.hasPrefix("error: A daemon of yours has port 9090 already: "))
  }
}
