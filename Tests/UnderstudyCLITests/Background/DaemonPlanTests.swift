import Testing

@testable import UnderstudyCLI

@Suite("The plan of a daemon")
struct DaemonPlanTests {
  private func plan(_ line: String, _ environment: [String: String] = [:]) throws -> DaemonPlan {
    try #require(
      DaemonPlan(
        program: "/bin/understudy", folder: "/work/shop",
        arguments: line.split(separator: " ").map(String.init),
        environment: environment.map { ($0.key, $0.value) }))
  }

  @Test(arguments: [
    "", "--port 9090 --lan --log json", "--redact X-A --redact X-B --no-cors", "--state=",
    "--fixtures=-odd",
  ])
  func `is the command line that it was`(_ line: String) throws {
    #expect(try plan(line).arguments.joined(separator: " ") == line)
  }

  @Test func `is none where its arguments are not those of a daemon`() {
    for arguments in [["--prot", "1"], ["routes"], ["--ready-fd"]] {
      #expect(
        DaemonPlan(program: "", folder: "", arguments: arguments, environment: []) == nil)
    }
  }

  @Test(
    arguments: [
      ("", [:], 8080), ("--port 9090", ["UNDERSTUDY_PORT": "1"], 9090),
      ("", ["UNDERSTUDY_PORT": "9091"], 9091), ("--port off --tls-port 8443", [:], 8443),
      ("--port 9090 --tls-port 8443", [:], 9090),
    ] as [(String, [String: String], Int)])
  func `has the port of the mocks`(
    _ line: String, _ environment: [String: String], _ port: Int
  ) throws {
    #expect(try plan(line, environment).port() == port)
  }

  @Test(arguments: [
    ("--port x", "error: Option '--port' must be a whole number from 0 to 65535, not 'x'.\n"),
    (
      "--port off",
      """
      error: Option '--port' is 'off', which leaves no port to listen on.
        hint    name one for HTTPS with --tls-port

      """
    ),
  ])
  func `must have a port`(_ line: String, _ text: String) throws {
    let plan = try plan(line)

    let failure = #expect(throws: CommandFailure.self) { try plan.port() }
    #expect(failure?.text == text)
  }

  @Test func `has free ports where the system shall choose, and keeps the others`() throws {
    var plan = try plan("--port 0 --tls-port 8443", ["UNDERSTUDY_ADMIN_PORT": "0"])

    #expect(try plan.settlePorts())

    let ports = [plan.options["port"], plan.options["admin-port"]].compactMap { $0?.first }
    #expect(Set(ports).count == 2 && !ports.contains("0"))
    #expect(plan.options["tls-port"] == ["8443"])
    #expect(try !plan.settlePorts())
  }

  @Test func `has a token where others may reach it, and keeps the one that it has`() throws {
    var open = try plan("--lan")
    var own = try plan("--lan", ["UNDERSTUDY_ADMIN_TOKEN": "t-1"])
    var closed = try plan("")

    let token = try #require(try open.settleToken())
    #expect(open.token == token && token.count == 24)
    #expect(try open.settleToken() == nil)
    #expect(try own.settleToken() == nil && own.token == "t-1")
    #expect(try closed.settleToken() == nil && closed.token == nil)
  }

  @Test func `takes new options and variables in place of the old ones`() throws {
    let old = try plan("--port 9090 --redact X-A --redact X-B", ["UNDERSTUDY_LOG": "json"])

    let new = old.replacing(["redact": ["X-C"]], ["UNDERSTUDY_LOG": "off", "UNDERSTUDY_LAN": "1"])

    #expect(new.arguments == ["--port", "9090", "--redact", "X-C"])
    #expect(new.variables.map(\.value) == ["1", "off"])
    #expect(new.folder == old.folder)
  }

  @Test func `leads to the same files from any folder`() throws {
    let plan = try plan(
      "--port 9090 --fixtures a/b --tls-cert x.pem --tls-cert /y.pem",
      ["UNDERSTUDY_TLS_KEY": "k1.pem,/k2.pem", "UNDERSTUDY_STATE": "s.json"])

    let rooted = plan.rooted

    #expect(rooted.options["port"] == ["9090"])
    #expect(rooted.options["fixtures"] == ["\(plan.folder)/a/b"])
    #expect(rooted.options["tls-cert"] == ["\(plan.folder)/x.pem", "/y.pem"])
    #expect(
      rooted.environment == [
        "UNDERSTUDY_TLS_KEY": "\(plan.folder)/k1.pem,/k2.pem",
        "UNDERSTUDY_STATE": "\(plan.folder)/s.json",
      ])
  }

  @Test func `hears of the variables that are twins of its options, and of no others`() {
    let environment = ["UNDERSTUDY_PORT": "1", "UNDERSTUDY_URL": "x", "UNDERSTUDY_LOG": ""]

    #expect(DaemonPlan.twins { environment[$0] } == ["UNDERSTUDY_PORT": "1"])
  }
}
