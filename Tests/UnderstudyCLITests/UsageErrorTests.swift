import Testing

@testable import UnderstudyCLI

@Suite("A command line that is wrong")
struct UsageErrorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var line: String
    var status: Int32 = 64
    var environment: [String: String] = [:]
    var error: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Example(line: "--prot 1", error: "error: Unknown option '--prot'. Did you mean '--port'?\n"),
    Example(
      line: "serve --verbose",
      error: """
        error: Unknown option '--verbose'.
          hint    'understudy help serve' lists its options

        """),
    Example(
      line: "routes --port 3",
      error: """
        error: Option '--port' does not go with 'routes', but with 'serve'.
          hint    'understudy help routes' lists its options

        """),
    Example(
      line: "activate users.list offline --requests 2",
      error: """
        error: Unknown option '--requests'.
          hint    'understudy help activate' lists its options

        """),
    Example(
      line: "srve",
      error: """
        error: Unknown command 'srve'. Did you mean 'serve'?
          hint    'understudy help' lists the commands

        """),
    Example(
      line: "scenario",
      error: """
        error: Unknown command 'scenario'.
          hint    'understudy help' lists the commands

        """),
    Example(line: "--port", error: "error: Option '--port' needs a value: --port N\n"),
    Example(line: "--port --lan", error: "error: Option '--port' needs a value: --port N\n"),
    Example(line: "--port 1 --port=2", error: "error: Option '--port' is given twice.\n"),
    Example(line: "--lan=1", error: "error: Option '--lan' takes no value.\n"),
    Example(
      line: "--port x",
      error: "error: Option '--port' must be a whole number from 0 to 65535, not 'x'.\n"),
    Example(
      line: "--port=-1",
      error: "error: Option '--port' must be a whole number from 0 to 65535, not '-1'.\n"),
    Example(
      line: "--workers 0",
      error: "error: Option '--workers' must be a whole number from 1 to 1024, not '0'.\n"),
    Example(
      line: "--max-body 64MB",
      error:
        "error: Option '--max-body' must be a size such as 65536, 512K, 64M or 1G, not '64MB'.\n"
    ),
    Example(
      line: "--grace 1h",
      error:
        "error: Option '--grace' must be a time of up to a day such as 2, 2s or 500ms, not '1h'.\n"
    ),
    Example(
      line: "--log xml",
      error: "error: Option '--log' must be one of 'text', 'json', 'off', not 'xml'.\n"),
    Example(
      line: "--lan --host 10.0.0.1",
      error:
        "error: Option '--host' and '--lan' exclude each other: '--lan' listens on all addresses.\n"
    ),
    Example(
      line: "--admin-port 8080",
      error: """
        error: Option '--admin-port' is 8080, which is the port of the mocks too.
          hint    choose another, or leave it out: the admin API is then on the port of the mocks

        """),
    Example(
      line: "--admin-origin https://app.test/",
      error: "error: Option '--admin-origin' must be an origin without a path, such as "
        + "https://app.test:3000, not 'https://app.test/'.\n"),
    Example(
      line: "--admin-host mock.test:80",
      error: "error: Option '--admin-host' must be a host name without a port, such as mock.test, "
        + "not 'mock.test:80'.\n"),
    Example(
      line: "--redact X-A:",
      error:
        "error: Option '--redact' must be the name of a header, such as X-Api-Key, not 'X-A:'.\n"),
    Example(
      line: "--fixtures /nowhere/at/all", status: 78,
      error:
        "error: Option '--fixtures' names the folder '/nowhere/at/all', which does not exist.\n"
    ),
    Example(
      line: "serve", status: 78, environment: ["UNDERSTUDY_PORT": "tcp://10.0.0.1:80"],
      error:
        "error: Environment variable 'UNDERSTUDY_PORT' must be a whole number from 0 to 65535, "
        + "not 'tcp://10.0.0.1:80'.\n"),
    Example(
      line: "serve", status: 78, environment: ["UNDERSTUDY_NO_MARKERS": "maybe"],
      error: "error: Environment variable 'UNDERSTUDY_NO_MARKERS' must be 1 or 0, not 'maybe'.\n"),
    Example(
      line: "status --url localhost:8080",
      error: "error: Option '--url' must be a URL such as http://localhost:8080, "
        + "not 'localhost:8080'.\n"),
    Example(
      line: "status now",
      error: """
        error: Unexpected argument 'now'.
          hint    usage: understudy status

        """),
    Example(
      line: "activate",
      error: """
        error: 'activate' needs a route, a group or '--all'.
          hint    usage: understudy activate ROUTE|GROUP.*|--all VARIANT

        """),
    Example(
      line: "activate users.list",
      error: """
        error: 'activate' needs a variant.
          hint    usage: understudy activate ROUTE|GROUP.*|--all VARIANT

        """),
    Example(
      line: "activate --all users.list offline",
      error: """
        error: Unexpected argument 'offline'.
          hint    usage: understudy activate ROUTE|GROUP.*|--all VARIANT

        """),
    Example(
      line: "restore",
      error: """
        error: 'restore' needs a route, a group or '--all'.
          hint    usage: understudy restore ROUTE|GROUP.*|--all

        """),
    Example(
      line: "reset --only choises",
      error: """
        error: Option '--only' has 'choises', which is no part. Did you mean 'choices'?
          hint    parts are choices, network, positions, journal, held, sessions

        """),
  ])
  func `is answered with what, where and what to do`(_ example: Example) {
    let stage = Stage(environment: example.environment)

    let status = stage.runner.run(example.line.split(separator: " ").map(String.init)).rawValue

    #expect(status == example.status)
    #expect(stage.error == example.error)
    #expect(stage.output.isEmpty)
    #expect(stage.requests.isEmpty)
  }
}
