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
        error: Option '--port' does not go with 'routes', but with 'serve', 'dev', 'session', 'start', \
        'stop', 'restart', 'logs', 'service'.
          hint    'understudy help routes' lists its options

        """),
    Example(
      line: "activate users.list offline --requests 2 --seconds 3",
      error: "error: Options '--requests' and '--seconds' exclude each other: give one.\n"),
    Example(
      line: "activate users.list offline --requests 0",
      error: "error: Option '--requests' must be a whole number from 1 to 1000000, not '0'.\n"),
    Example(
      line: "activate users.list offline --seconds 0",
      error: "error: Option '--seconds' must be a number of seconds above 0, up to 86400, "
        + "not '0'.\n"),
    Example(
      line: "activate users.list offline --seconds 0x1",
      error: "error: Option '--seconds' must be a number of seconds above 0, up to 86400, "
        + "not '0x1'.\n"),
    Example(
      line: "srve",
      error: """
        error: Unknown command 'srve'. Did you mean 'serve'?
          hint    'understudy help' lists the commands

        """),
    Example(
      line: "frobnicate",
      error: """
        error: Unknown command 'frobnicate'.
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
      line: "--session-ports 9000",
      error: "error: Option '--session-ports' must be a range of ports from 1 to 65535, the lower "
        + "first, such as 9000-9099, not '9000'.\n"),
    Example(
      line: "--session-ports 9099-9000",
      error: "error: Option '--session-ports' must be a range of ports from 1 to 65535, the lower "
        + "first, such as 9000-9099, not '9099-9000'.\n"),
    Example(
      line: "--session-ports 0-10",
      error: "error: Option '--session-ports' must be a range of ports from 1 to 65535, the lower "
        + "first, such as 9000-9099, not '0-10'.\n"),
    Example(
      line: "--session-ports +1-65536",
      error: "error: Option '--session-ports' must be a range of ports from 1 to 65535, the lower "
        + "first, such as 9000-9099, not '+1-65536'.\n"),
    Example(
      line: "--session-ports 8000-8080",
      error: """
        error: Option '--session-ports' is 8000-8080, and 8080 is the port of the mocks.
          hint    choose another range, or another port with --port

        """),
    Example(
      line: "serve --admin-port 9000", status: 78,
      environment: ["UNDERSTUDY_SESSION_PORTS": "9000-9099"],
      error: """
        error: Environment variable 'UNDERSTUDY_SESSION_PORTS' is 9000-9099, and 9000 is the port \
        of the admin API.
          hint    choose another range, or another port with --admin-port

        """),
    Example(
      line: "--max-sessions 0",
      error: "error: Option '--max-sessions' must be a whole number from 1 to 1000000, not '0'.\n"),
    Example(
      line: "--state=", error: "error: Option '--state' must be the path of a file, not ''.\n"),
    Example(
      line: "cert trsut",
      error: "error: 'cert' takes 'trust', 'untrust' or 'renew', not 'trsut'. "
        + "Did you mean 'trust'?\n"),
    Example(
      line: "cert trust", environment: ["SUDO_USER": "anna", "HOME": "/root"],
      error: """
        error: Under sudo, 'cert trust' would take the CA of root, not the one of 'anna'.
          hint    run it without sudo: it says which commands need the rights

        """),
    Example(
      line: "cert --tls-name https://a.example",
      error: "error: Option '--tls-name' must be a host such as api.example.com, a wildcard such "
        + "as *.example.com or an address, without a port, not 'https://a.example'.\n"),
    Example(
      line: "cert", status: 78, environment: ["UNDERSTUDY_TLS_NAME": "a.example,b.example:8443"],
      error: "error: Environment variable 'UNDERSTUDY_TLS_NAME' must be a host such as "
        + "api.example.com, a wildcard such as *.example.com or an address, without a port, not "
        + "'b.example:8443'.\n"),
    Example(
      line: "serve --tls-port 0 --tls-name a.example:1",
      error: "error: Option '--tls-name' must be a host such as api.example.com, a wildcard such "
        + "as *.example.com or an address, without a port, not 'a.example:1'.\n"),
    Example(
      line: "serve --tls-name a.example",
      error: """
        error: Option '--tls-name' does nothing without '--tls-port'.
          hint    name a port for HTTPS with --tls-port

        """),
    Example(
      line: "serve --tls-port 0 --tls-cert a --tls-key b --tls-name a.example",
      error: """
        error: Option '--tls-name' does nothing with '--tls-cert'.
          hint    the names are in the certificate that was given

        """),
    Example(
      line: "serve --tls-port 0", status: 78,
      error: """
        error: There is no folder for certificates: neither XDG_DATA_HOME nor HOME is set.
          hint    set XDG_DATA_HOME to a folder that can be written

        """),
    Example(
      line: "cert --export p12",
      error: "error: Option '--export' must be one of 'pem', 'der', 'mobileconfig', not 'p12'.\n"),
    Example(line: "cert --output a", error: "error: Option '--output' needs '--export'.\n"),
    Example(
      line: "cert --json --export pem",
      error: "error: Options '--json' and '--export' exclude each other: give one.\n"),
    Example(
      line: "cert --ca",
      error: "error: Option '--ca' does not go with 'cert', but with 'cert renew'.\n"),
    Example(
      line: "cert renew --json",
      error: "error: Option '--json' does not go with 'cert renew', but with 'cert'.\n"),
    Example(
      line: "--log-file /nowhere/log", status: 73,
      error: """
        error: Option '--log-file' names '/nowhere/log', which cannot be written: No such file or \
        directory.
          hint    choose another file with --log-file

        """),
    Example(
      line: "--log-size 1M",
      error: """
        error: Option '--log-size' does nothing without '--log-file'.
          hint    name a file with --log-file FILE

        """),
    Example(
      line: "--log-file /dev/null --log-size 0",
      error: "error: Option '--log-size' must be a size above 0, such as 10M, not '0'.\n"),
    Example(
      line: "--ready-fd 1000000",
      error: "error: Option '--ready-fd' must be the number of a descriptor that is open for "
        + "writing, not '1000000'.\n"),
    Example(
      line: "start", status: 78, environment: ["UNDERSTUDY_READY_FD": "3"],
      error: "error: Environment variable 'UNDERSTUDY_READY_FD' does not go with 'start', but with "
        + "'serve'.\n"),
    Example(
      line: "dev", status: 78, environment: ["UNDERSTUDY_READY_FD": "3"],
      error: "error: Environment variable 'UNDERSTUDY_READY_FD' does not go with 'dev', but with "
        + "'serve'.\n"),
    Example(
      line: "start --ready-fd 3",
      error: """
        error: Option '--ready-fd' does not go with 'start', but with 'serve'.
          hint    'understudy help start' lists its options

        """),
    Example(
      line: "--redact X-A:",
      error:
        "error: Option '--redact' must be the name of a header, such as X-Api-Key, not 'X-A:'.\n"),
    Example(
      line: "dev --watch /nowhere/at/all", status: 78,
      error: "error: Option '--watch' names the folder '/nowhere/at/all', which does not exist.\n"
    ),
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
      line: "routes --session=",
      error: "error: Option '--session' must be the id or the name of a session, not ''.\n"),
    Example(
      line: "scenario logged out",
      error: """
        error: Unexpected argument 'out'.
          hint    usage: understudy scenario [NAME|--off]

        """),
    Example(
      line: "scenario fresh --off",
      error: """
        error: Unexpected argument 'fresh'.
          hint    usage: understudy scenario [NAME|--off]

        """),
    Example(
      line: "scenario --keep-overrides",
      error: "error: Option '--keep-overrides' does not go with 'scenario', but with "
        + "'scenario NAME'.\n"),
    Example(
      line: "scenario --drain",
      error: "error: Option '--drain' does not go with 'scenario', but with 'scenario NAME', "
        + "'scenario --off'.\n"),
    Example(
      line: "scenario fresh --json",
      error: "error: Option '--json' does not go with 'scenario NAME', but with 'scenario'.\n"),
    Example(
      line: "held --count 0",
      error: "error: Option '--count' must be a whole number from 1 to 100000, not '0'.\n"),
    Example(
      line: "release",
      error: """
        error: 'release' needs the number of a request, '--route' or '--all'.
          hint    usage: understudy release SEQ|--route ROUTE|--all [VARIANT]

        """),
    Example(
      line: "release serverError",
      error: "error: 'serverError' is no number of a request, such as 7.\n"),
    Example(
      line: "release --all 7 serverError",
      error: """
        error: Unexpected argument 'serverError'.
          hint    usage: understudy release SEQ|--route ROUTE|--all [VARIANT]

        """),
    Example(
      line: "release --all --route users.list",
      error: """
        error: Options '--route' and '--all' exclude each other: give one.
          hint    usage: understudy release SEQ|--route ROUTE|--all [VARIANT]

        """),
    Example(
      line: "session ned",
      error: "error: 'session' takes 'new' or 'end', not 'ned'. Did you mean 'new'?\n"),
    Example(
      line: "session end",
      error: "error: 'session end' needs the id or the name of a session.\n"),
    Example(
      line: "session --name checkout",
      error: "error: Option '--name' does not go with 'session', but with 'session new'.\n"),
    Example(
      line: "session new checkout",
      error: """
        error: Unexpected argument 'checkout'.
          hint    name the session with '--name'

        """),
    Example(
      line: "session new --json --id-only",
      error: "error: Options '--json' and '--id-only' exclude each other: give one.\n"),
    Example(
      line: "session new --ttl 604801",
      error: "error: Option '--ttl' must be a time of up to 7 days such as 2, 2s or 500ms, "
        + "not '604801'.\n"),
    Example(
      line: "session --session a",
      error: """
        error: Option '--session' does not go with 'session', but with 'routes', 'activate', \
        'restore', 'scenario', 'network', 'requests', 'verify', 'held', 'release', 'reset', 'status', \
        'report'.
          hint    'understudy help session' lists its options

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
