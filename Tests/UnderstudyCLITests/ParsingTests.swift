import Testing
import UnderstudyAPI
import UnderstudyServer

@testable import UnderstudyCLI

@Suite("A command line")
struct ParsingTests {
  @Test
  func `serves where it names no command`() throws {
    #expect(try Invocation([], program: "understudy").command == .serve)
    #expect(try Invocation(["--port", "0"], program: "understudy").command == .serve)
  }

  @Test
  func `takes values behind a space and behind an equals sign`() throws {
    let invocation = try Invocation(
      ["serve", "--port", "1", "--host=::1", "--admin-host", "a", "--admin-host=b=c"],
      program: "understudy")

    #expect(
      invocation.options == ["port": ["1"], "host": ["::1"], "admin-host": ["a", "b=c"]])
  }

  @Test
  func `takes everything behind two dashes as it is`() throws {
    let invocation = try Invocation(["activate", "--", "--odd", "-x"], program: "understudy")

    #expect(invocation.operands == ["--odd", "-x"])
  }

  @Test(arguments: [
    ("0", 0), ("65536", 65536), ("512K", 524_288), ("64m", 67_108_864), ("1G", 1_073_741_824),
    ("", nil), ("K", nil), ("-1", nil), ("+1", nil), ("1.5M", nil), ("99999999999G", nil),
  ])
  func `measures sizes`(_ text: String, _ size: Int?) {
    #expect(Quantity.size(text) == size)
  }

  @Test(arguments: [
    ("2", Duration.seconds(2)), ("2s", .seconds(2)), ("500ms", .milliseconds(500)), ("0", .zero),
    ("86400", .seconds(86400)), ("86401", nil), ("s", nil), ("ms", nil), ("-1", nil), ("1.5", nil),
  ])
  func `measures times`(_ text: String, _ duration: Duration?) {
    #expect(Quantity.duration(text) == duration)
  }

  @Test
  func `sets up a daemon`() throws {
    let invocation = try Invocation(
      [
        "--port", "0", "--host", "::1", "--workers", "3", "--max-body", "1K", "--max-hold", "5",
        "--idle-timeout", "0", "--admin-port", "0", "--admin-token", "t", "--admin-host", "a",
        "--admin-host", "b", "--admin-origin", "https://c", "--log", "json", "--no-markers",
        "--grace", "10ms", "--journal", "0", "--journal-size", "1M", "--journal-body", "2K",
        "--redact", "X-A", "--redact", "X-B", "--session-ports", "9000-9099", "--require-session",
        "--max-sessions", "7", "--state", "state.json", "--read-timeout", "500ms",
        "--max-connections", "9",
      ], program: "understudy")
    let runner = Stage().runner

    let settings = try runner.settings(runner.options(of: invocation))

    #expect(settings.port == 0)
    #expect(settings.host == "::1")
    #expect(!settings.isOpenToLAN)
    #expect(settings.workers == 3)
    #expect(settings.maxBody == 1024)
    #expect(settings.maxHold == .seconds(5))
    #expect(settings.idleTimeout == .zero)
    #expect(settings.readTimeout == .milliseconds(500))
    #expect(settings.maxConnections == 9)
    #expect(settings.adminPort == 0)
    #expect(settings.adminToken == "t")
    #expect(settings.adminHosts == ["a", "b"])
    #expect(settings.adminOrigins == ["https://c"])
    #expect(settings.log == .json)
    #expect(!settings.addsMarkers)
    #expect(settings.grace == .milliseconds(10))
    #expect(settings.journalEntries == 0)
    #expect(settings.journalSize == 1 << 20)
    #expect(settings.journalBody == 2048)
    #expect(settings.redactedHeaders == ["X-A", "X-B"])
    #expect(settings.sessionPorts == 9000...9099)
    #expect(settings.requiresSession)
    #expect(settings.maxSessions == 7)
    #expect(settings.stateFile == "state.json")
  }

  @Test
  func `wins over the environment, which wins over defaults`() throws {
    let runner = Stage(environment: [
      "UNDERSTUDY_PORT": "1", "UNDERSTUDY_WORKERS": "2", "UNDERSTUDY_ADMIN_HOST": "a,b",
      "UNDERSTUDY_NO_MARKERS": "1", "UNDERSTUDY_LAN": "0", "UNDERSTUDY_GRACE": "",
    ]).runner
    let invocation = try Invocation(["--port", "3"], program: "understudy")

    let settings = try runner.settings(runner.options(of: invocation))

    #expect(settings.port == 3)
    #expect(settings.workers == 2)
    #expect(settings.adminHosts == ["a", "b"])
    #expect(!settings.addsMarkers)
    #expect(!settings.isOpenToLAN)
    #expect(settings.grace == .seconds(2))
  }

  @Test
  func `leaves the defaults that its help names`() throws {
    let runner = Stage().runner
    let defaults = MockServer.Settings()

    let settings = try runner.settings(runner.options(of: Invocation([], program: "understudy")))

    #expect(Setting.port.defaultValue == "\(settings.port)")
    #expect(Setting.fixtures.defaultValue == settings.fixtures)
    #expect(Setting.log.defaultValue == settings.log.rawValue)
    #expect(
      Setting.maxBody.defaultValue.flatMap(Quantity.size)
        == MockServer.Settings.usualMaxBody)
    #expect(settings.maxBody == nil)
    #expect(
      Setting.idleTimeout.defaultValue.flatMap { Quantity.duration($0) } == defaults.idleTimeout)
    #expect(
      Setting.readTimeout.defaultValue.flatMap { Quantity.duration($0) } == defaults.readTimeout)
    #expect(settings.maxConnections == nil)
    #expect(Setting.journal.defaultValue == "\(settings.journalEntries)")
    #expect(
      Setting.journalSize.defaultValue.flatMap(Quantity.size)
        == MockServer.Settings.usualJournalSize)
    #expect(settings.journalSize == nil)
    #expect(settings.memory == nil)
    #expect(Setting.journalBody.defaultValue.flatMap(Quantity.size) == settings.journalBody)
    #expect(Setting.redact.defaultValue == settings.redactedHeaders.joined(separator: ","))
    #expect(Setting.grace.defaultValue.flatMap { Quantity.duration($0) } == defaults.grace)
    #expect(Setting.maxSessions.defaultValue == "\(settings.maxSessions)")
    #expect(settings.sessionPorts == nil)
    #expect(!settings.requiresSession)
    #expect(settings.stateFile == nil)
    #expect(
      Setting.ttl.defaultValue.flatMap { Quantity.duration($0) }
        == .seconds(SessionRequest.defaultTTL))
  }
}
