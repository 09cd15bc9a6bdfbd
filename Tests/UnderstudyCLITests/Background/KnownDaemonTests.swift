import Curl
import Testing
import Understudy

@testable import UnderstudyCLI

@Suite("A command that names no daemon")
struct KnownDaemonTests {
  private static let network: JSON = [
    "delayMilliseconds": nil, "jitterMilliseconds": nil, "bytesPerSecond": nil, "failures": nil,
  ]

  /// A stage on which daemons answer on these ports alone.
  private func stage(_ ports: Int..., environment: [String: String] = [:]) throws
    -> BackgroundStage
  {
    try BackgroundStage(environment: environment) { (request) throws(CurlError) in
      guard ports.contains(where: { request.url.hasPrefix("http://localhost:\($0)/") }) else {
        throw .couldNotConnect("refused")
      }
      return CurlResponse(status: 200, body: Self.network.bytes())
    }
  }

  private func urls(_ stage: BackgroundStage) -> [String] {
    stage.stage.requests.map { String($0.url.dropFirst("http://localhost:".count)) }
  }

  @Test func `speaks to the one in the background, with its token`() throws {
    let stage = try stage(9090)
    try stage.put(port: 9090, isAlive: true, arguments: ["--admin-token", "t-1"])
    try stage.put(port: 9091, isAlive: false)

    #expect(stage.run("network") == 0)

    #expect(urls(stage) == ["8080/__admin/health", "9090/__admin/network"])
    #expect(stage.stage.requests.last?.headers.first?.value == "Bearer t-1")
    #expect(stage.stage.error == "")
  }

  @Test func `speaks to the one on the default port first`() throws {
    let stage = try stage(8080, 9090)
    try stage.put(port: 9090, isAlive: true)
    #expect(stage.run("network") == 0)
    #expect(urls(stage) == ["8080/__admin/health", "8080/__admin/network"])

    try stage.put(port: 8080, isAlive: true)
    #expect(stage.run("network") == 0)

    #expect(urls(stage).dropFirst(2) == ["8080/__admin/network"])
  }

  @Test func `asks which where there are several`() throws {
    let stage = try stage(9090, 9091)
    try stage.put(port: 9090, isAlive: true)
    try stage.put(port: 9091, isAlive: true)

    #expect(stage.run("network") == 69)

    #expect(
      stage.stage.error == """
        error: No daemon answers at http://localhost:8080.
          hint    name one with --url: http://localhost:9090, http://localhost:9091

        """)
  }

  @Test(arguments: [
    ("network --url http://localhost:9091", [:]),
    ("network", ["UNDERSTUDY_URL": "http://localhost:9091"]),
  ])
  func `is another one`(_ line: String, _ environment: [String: String]) throws {
    let stage = try stage(9090, 9091, environment: environment)
    try stage.put(port: 9090, isAlive: true)

    #expect(stage.run(line) == 0)

    #expect(urls(stage) == ["9091/__admin/network"])
  }
}
