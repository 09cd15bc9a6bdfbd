import Curl
import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("The status of daemons")
struct StatusTests {
  /// A stage on which daemons answer on these ports alone.
  private func stage(_ ports: Int...) throws -> BackgroundStage {
    try BackgroundStage { (request) throws(CurlError) in
      guard ports.contains(where: { request.url == "http://localhost:\($0)/__admin/health" })
      else { throw .couldNotConnect("refused") }
      let health = Health(version: "0.1.0", uptimeSeconds: 12, routes: 13, revision: 3)
      return CurlResponse(status: 200, body: health.json.bytes())
    }
  }

  @Test func `tells of all in the background, and of one in a terminal`() throws {
    let stage = try stage(8080, 9090)
    let record = try stage.put(port: 9090, isAlive: true, process: 7)

    #expect(stage.run("status") == 0)

    #expect(
      stage.stage.output == """
        Understudy 0.1.0 serves 13 routes at http://localhost:9090
          up        12 s
          revision  3
          pid       7
          folder    /work/shop
          log       \(record.log)
        Understudy 0.1.0 serves 13 routes at http://localhost:8080
          up        12 s
          revision  3

        """)
    #expect(stage.stage.error == "")
  }

  @Test func `tells for programs`() throws {
    let stage = try stage(8080)
    try stage.put(port: 8080, isAlive: true, process: 7)

    #expect(stage.run("status --json") == 0)

    let daemons = try #require(try JSON(parsing: Array(stage.stage.output.utf8))["daemons"])
    #expect(daemons.arrayValue?.count == 1)
    let daemon = try #require(daemons.arrayValue?.first)
    #expect(daemon["url"] == "http://localhost:8080")
    #expect(daemon["pid"] == 7)
    #expect(daemon["health"]?["uptimeSeconds"] == 12)
  }

  @Test func `tells of the one that is asked, and what is known of it`() throws {
    let stage = try stage(8080, 9090)
    try stage.put(port: 9090, isAlive: true, process: 7)
    try stage.put(port: 9091, isAlive: true, process: 8)

    #expect(stage.run("status --url http://localhost:9090") == 0)

    #expect(stage.stage.output.contains("  pid       7\n"))
    #expect(stage.stage.requests.map(\.url) == ["http://localhost:9090/__admin/health"])
  }

  @Test func `says that one has ended without a word, and forgets it`() throws {
    let stage = try stage()
    let record = try stage.put(port: 9090, isAlive: false, process: 7)

    #expect(stage.run("status") == 69)
    #expect(stage.run("status") == 69)

    let nobody = """
      error: No daemon answers at http://localhost:8080.
        hint    start one with 'understudy serve', or name another with --url

      """
    #expect(
      stage.stage.error == """
        notice: The daemon at http://localhost:9090 that was started at 2026-01-31T12:00:00.000Z \
        (pid 7) has ended without a word; its log: \(record.log)
        \(nobody)\(nobody)
        """)
  }

  @Test func `says that one does not answer`() throws {
    let stage = try stage()
    try stage.put(port: 9090, isAlive: true, process: 7)

    #expect(stage.run("status") == 69)

    #expect(stage.stage.output.hasPrefix("Understudy does not answer at http://localhost:9090\n"))
    #expect(
      stage.stage.error == """
        error: No daemon answers at http://localhost:9090.
          hint    start one with 'understudy serve', or name another with --url

        """)
  }
}
