import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("The command 'session'")
struct SessionCommandTests {
  private static func session(
    name: String? = "checkout", port: String? = "http://localhost:9001"
  ) -> SessionDescription {
    SessionDescription(
      id: "k3v9x2", name: name, createdAt: "2026-01-31T12:00:00.000Z",
      expiresAt: "2026-01-31T12:30:00.000Z", ttlSeconds: 1800,
      urls: .init(
        prefix: "http://localhost:8080/__session/k3v9x2", host: "http://k3v9x2.localhost:8080",
        port: port), scenario: "logged out", isOffline: false, revision: 3, requests: 4, held: 1)
  }

  @Test func `lists sessions`() throws {
    var other = Self.session(name: nil)
    other.scenario = nil
    let list: JSON = ["sessions": [Self.session().json, other.json]]
    let stage = Stage(body: list)
    let json = Stage(body: list)

    #expect(stage.run("session") == 0)
    #expect(json.run("session", "--json") == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/sessions")
    #expect(
      stage.output == """
        ID      NAME      SCENARIO    REQUESTS  HELD  EXPIRES
        k3v9x2  checkout  logged out  4         1     2026-01-31T12:30:00.000Z
        k3v9x2  -         -           4         1     2026-01-31T12:30:00.000Z

        """)
    #expect(try JSON(parsing: json.output) == list)
  }

  @Test(arguments: [
    ("http://localhost:9001", "http://localhost:9001\n"),
    (nil, "http://localhost:8080/__session/k3v9x2\n"),
  ])
  func `prints nothing but the base URL for scripts`(_ port: String?, _ output: String) {
    let stage = Stage(status: 201, body: Self.session(port: port).json)

    #expect(stage.run("session", "new", "--url-only") == 0)

    #expect(stage.output == output)
  }

  @Test func `prints in one form alone`() {
    let stage = Stage()

    #expect(stage.run("session", "new", "--url-only", "--id-only") == 64)
    #expect(stage.run("session", "--url-only") == 64)

    #expect(
      stage.error == """
        error: Options '--id-only' and '--url-only' exclude each other: give one.
        error: Option '--url-only' does not go with 'session', but with 'session new'.

        """)
  }

  @Test func `begins one and prints the ways that lead to it`() {
    let stage = Stage(status: 201, body: Self.session().json)

    #expect(
      stage.run(
        "session", "new", "--name", "checkout", "--ttl", "10s", "--scenario", "logged out",
        "--port") == 0)

    #expect(stage.requests.first?.method == "POST")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/sessions")
    #expect(
      stage.requests.first?.body
        == Array(
          #"{"name":"checkout","ttlSeconds":10,"scenario":"logged out","port":true}"#.utf8))
    #expect(
      stage.output == """
        session k3v9x2
          name     checkout
          expires  2026-01-31T12:30:00.000Z
          prefix   http://localhost:8080/__session/k3v9x2
          host     http://k3v9x2.localhost:8080
          port     http://localhost:9001
          header   Understudy-Session: k3v9x2

        """)
  }

  @Test func `begins one of which nothing is asked`() {
    let stage = Stage(status: 201, body: Self.session(name: nil, port: nil).json)

    #expect(stage.run("session", "new") == 0)

    #expect(stage.requests.first?.body == Array("{}".utf8))
    #expect(
      stage.output == """
        session k3v9x2
          expires  2026-01-31T12:30:00.000Z
          prefix   http://localhost:8080/__session/k3v9x2
          host     http://k3v9x2.localhost:8080
          header   Understudy-Session: k3v9x2

        """)
  }

  @Test func `prints what scripts and programs read`() throws {
    let answer = Self.session().json
    let script = Stage(status: 201, body: answer)
    let program = Stage(status: 201, body: answer)

    #expect(script.run("session", "new", "--id-only", "--ttl", "604800") == 0)
    #expect(program.run("session", "new", "--json") == 0)

    #expect(script.output == "k3v9x2\n")
    #expect(script.requests.first?.body == Array(#"{"ttlSeconds":604800}"#.utf8))
    #expect(try JSON(parsing: program.output) == answer)
  }

  @Test func `ends one by its id or name`() {
    let stage = Stage { _ in CurlResponse(status: 204, body: []) }

    #expect(stage.run("session", "end", "check/out") == 0)

    #expect(stage.requests.first?.method == "DELETE")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/sessions/check%2Fout")
    #expect(stage.output == "Session 'check/out' has ended.\n")
  }

  @Test func `may be tried again where there is no room for one`() {
    let stage = Stage(
      status: 429, body: Problem(429, .tooManySessions, "There are 10000 sessions.").json)

    #expect(stage.run("session", "new") == 75)

    #expect(stage.error == "error: There are 10000 sessions.\n")
  }
}
