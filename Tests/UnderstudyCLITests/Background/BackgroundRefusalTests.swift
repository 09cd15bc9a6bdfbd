import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("A command for daemons in the background")
struct BackgroundRefusalTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var line: String
    var alive: [Int] = []
    var status: Int32
    var output = ""
    var error: String
    var testDescription: String { "\(line) \(alive)" }
  }

  private static let nobody = """
    error: No daemon runs in the background.
      hint    start one with 'understudy start'

    """

  @Test(arguments: [
    Example(line: "stop", status: 69, error: nobody),
    Example(line: "restart", status: 69, error: nobody),
    Example(
      line: "stop --all", status: 0, output: "No daemon runs in the background.\n", error: ""),
    Example(
      line: "stop --port 9091", alive: [9090], status: 69,
      error: """
        error: No daemon runs in the background on port 9091.
          hint    start one with 'understudy start --port 9091'

        """),
    Example(
      line: "stop", alive: [9090, 9091], status: 64,
      error: """
        error: Several daemons run in the background, on the ports 9090, 9091.
          hint    say which with --port N

        """),
    Example(
      line: "logs", alive: [9090, 9091], status: 64,
      error: """
        error: Several daemons run in the background, on the ports 9090, 9091.
          hint    say which with --port N

        """),
    Example(
      line: "stop --all --port 9090", alive: [9090], status: 64,
      error: "error: Options '--port' and '--all' exclude each other: give one.\n"),
    Example(
      line: "stop --port off", status: 64,
      error: "error: Option '--port' must be a whole number from 1 to 65535, not 'off'.\n"),
    Example(
      line: "start", alive: [8080], status: 75,
      error: """
        error: A daemon of yours has port 8080 already: pid 0, since 2026-01-31T12:00:00.000Z, in \
        '/work/shop'.
          hint    'understudy restart --port 8080' starts it anew, 'understudy stop --port 8080' \
        ends it

        """),
    Example(
      line: "logs", status: 69,
      error: """
        error: No daemon has run in the background.
          hint    start one with 'understudy start'

        """),
    Example(
      line: "logs --port 9090", status: 69,
      error: "error: No daemon has run in the background on port 9090.\n"),
    Example(
      line: "logs --lines=-1", status: 64,
      error: "error: Option '--lines' must be a whole number from 0 to 1000000, not '-1'.\n"),
    Example(
      line: "restart --tls-port 1 --port 9090", alive: [9090], status: 78,
      error: """
        error: '/bin/understudy' does not start in '/work/shop': No such file or directory.
          hint    one that runs goes on as it was; build the program, or start another with \
        'understudy start'

        """),
  ])
  func `says what is in its way`(_ example: Example) throws {
    let stage = try BackgroundStage()
    for port in example.alive { try stage.put(port: port, isAlive: true) }

    #expect(stage.run(example.line) == example.status)

    #expect(stage.stage.error == example.error)
    #expect(stage.stage.output == example.output)
    #expect(try stage.stage.runner.runningDaemons().map(\.place.port) == example.alive)
  }

  @Test(arguments: [
    (true, "start it anew where it was started: systemctl --user restart understudy.service"),
    (false, "end it and start it anew where it was started"),
  ])
  func `leaves one alone that somebody else watches`(_ isService: Bool, _ hint: String) throws {
    let config = try TemporaryFolder()
    if isService { try config.write("systemd/user/understudy.service", "[Unit]\n") }
    let stage = try BackgroundStage(environment: ["XDG_CONFIG_HOME": config.path])
    try stage.put(port: 9090, isAlive: true, process: 7, isInForeground: true)
    stage.stage.change { $0.serviceManager = .systemd }

    #expect(stage.run("restart") == 64)

    #expect(
      stage.stage.error == """
        error: The daemon at http://localhost:9090 (pid 7) is watched by whoever has started it.
          hint    \(hint)

        """)
  }

  @Test func `says that nobody knows the pid of one`() throws {
    let stage = try BackgroundStage()
    let place = stage.state.daemon(onPort: 8080)
    let life = try place.whileAlone { () throws(CommandFailure) in try place.takeLife() }
    defer { life?.release() }

    for line in ["start", "stop", "restart"] { #expect(stage.run(line) == 75) }

    let text = """
      error: A daemon of yours runs on port 8080, and its pid is not on record: what started it \
      was killed that moment.
        hint    'fuser \(place.path)/alive' tells its pid

      """
    #expect(stage.stage.error == text + text + text)
  }

  @Test func `never ends a process that has the number of a daemon that is gone`() throws {
    let stage = try BackgroundStage()
    // Process 1 would be the last to be ended by mistake; the lock of this one is free.
    try stage.put(port: 9090, isAlive: false, process: 1)

    #expect(stage.run("stop --kill") == 69)

    #expect(stage.stage.error.hasPrefix("notice: The daemon at http://localhost:9090 "))
  }
}
