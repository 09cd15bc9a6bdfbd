import Foundation
import Platform
import TestSupport
import Testing

@Suite("A daemon that does not start in the background")
struct BackgroundFailureTests {
  let program: BackgroundProgram

  init() throws { program = try BackgroundProgram() }

  @Test func `says which option is wrong, as in the foreground`() throws {
    #expect(
      try program.run("start", "--workers", "0")
        == .init(
          status: 64,
          error: "error: Option '--workers' must be a whole number from 1 to 1024, not '0'.\n"))
    #expect(try program.record() == nil)
    #expect(try program.run("stop").status == 69)
  }

  @Test func `says what is wrong with its catalog`() throws {
    let fixtures = try TemporaryFolder()

    let started = try program.run("start", "--fixtures", fixtures.path)

    #expect(started.status == 78)
    #expect(started.output == "")
    #expect(
      started.error.hasPrefix(
        "error: Variant 'default' of route 'users.list' serves fixture 'users/list.json', which "
          + "does not exist in '\(fixtures.path)'.\n"))
    #expect(try program.record() == nil)
  }

  @Test func `says that another program has the port`() throws {
    let (other, port) = try Program.serve(["--log", "off"])

    #expect(
      try program.run("start", "--port", "\(port)")
        == .init(
          status: 75,
          error: """
            error: Port \(port) on 127.0.0.1 is taken by another program.
              hint    choose another with --port, or let the system choose with --port 0

            """))
    other.signal(SIGTERM)
    #expect(other.waitForExit() == 0)
  }

  @Test func `says that its log cannot be written`() throws {
    #expect(
      try program.run("start", "--log-file", "/nowhere/log")
        == .init(
          status: 73,
          error: """
            error: Option '--log-file' names '/nowhere/log', which cannot be written: No such file \
            or directory.
              hint    choose another file with --log-file

            """))
  }

  @Test func `says that nobody has kept what it said`() throws {
    #expect(
      try program.run("start", "--workers", "0", "--log-file", "/dev/null")
        == .init(
          status: 64,
          error: """
            error: The daemon has ended before it served, and its log '/dev/null' does not say why.
              hint    '--log-file' names another

            """))
  }

  @Test func `says that its state is broken, and serves`() throws {
    try program.folder.write("state.json", "{")

    let started = try program.run("start", "--state", "state.json")

    #expect(started.status == 0)
    #expect(started.error.hasPrefix("  notice  State file '"))
    #expect(started.error.contains("state.json' is broken. It is no JSON"))
  }
}
