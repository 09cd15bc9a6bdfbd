import Curl
import Platform
import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("The command 'wait'")
struct WaitCommandTests {
  private let health: JSON = [
    "status": "ok", "version": "0.1.0", "uptimeSeconds": 1, "routes": 13, "revision": 0,
  ]

  /// Runs the command in a time of its own; every pause is written down.
  private func run(
    _ stage: Stage, _ arguments: String...
  ) -> (status: Int32, pauses: [Duration]) {
    let time = ManualTime()
    let pauses = Lock<[Duration]>([])
    var runner = stage.runner
    runner.retryTime = RetryTime(
      now: { time.now },
      pause: { pause in
        pauses.withLock { $0.append(pause) }
        time.advance(by: pause)
      })
    let status = runner.run(["wait"] + arguments).rawValue
    return (status, pauses.withLock { $0 })
  }

  @Test func `returns at once where a daemon serves`() {
    let stage = Stage(body: health)

    let (status, pauses) = run(stage)

    #expect(status == 0)
    #expect(pauses == [])
    #expect(stage.requests.map(\.url) == ["http://localhost:8080/__admin/health"])
    #expect(stage.output == "Understudy 0.1.0 serves 13 routes at http://localhost:8080\n")
  }

  @Test func `asks again, ever less often, until one does`() {
    let asked = Lock(0)
    let stage = Stage { [health] (_) throws(CurlError) in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      switch count {
      case 1...5: throw .couldNotConnect("refused")
      // While a daemon starts.
      case 6: return CurlResponse(status: 503, body: Array(#"{"status":"starting"}"#.utf8))
      case 7: throw .timedOut
      default: return CurlResponse(status: 200, body: health.bytes())
      }
    }

    let (status, pauses) = run(stage)

    #expect(status == 0)
    #expect(pauses == [10, 20, 40, 80, 160, 250, 250].map { .milliseconds($0) })
    #expect(stage.error == "")
  }

  @Test(arguments: [
    (
      ["--timeout", "1s"],
      "error: No daemon serves at http://localhost:8080 after 1 s. No daemon answers at http://localhost:8080.\n"
        + "  hint    start one with 'understudy serve', or name another with --url\n"
    ),
    (
      ["--timeout", "300ms", "--url", "http://mocks:1"],
      "error: No daemon serves at http://mocks:1 after 300 ms. No daemon answers at http://mocks:1.\n"
        + "  hint    start one with 'understudy serve', or name another with --url\n"
    ),
  ])
  func `says what it has seen last`(arguments: [String], error: String) {
    let stage = Stage()
    let time = ManualTime()
    let start = time.now
    var runner = stage.runner
    runner.retryTime = RetryTime(now: { time.now }, pause: { time.advance(by: $0) })

    #expect(runner.run(["wait"] + arguments) == .unavailable)

    #expect(stage.error == error)
    // The last pause ends with the time, after which it is asked once more.
    #expect(time.now - start == (arguments[1] == "1s" ? .seconds(1) : .milliseconds(300)))
    #expect((stage.requests.last?.timeout ?? .zero) <= .milliseconds(10))
  }

  @Test func `does not take another server for a daemon`() {
    let stage = Stage(status: 404, body: ["error": "no such page"])

    let (status, pauses) = run(stage, "--timeout", "0")

    #expect(status == 69)
    #expect(pauses == [])
    #expect(
      stage.error == """
        error: No daemon serves at http://localhost:8080 after 0 s. What answers at http://localhost:8080 is not Understudy: it sent status 404.
          hint    name the daemon with --url

        """)
  }

  @Test(arguments: [
    (CurlError.notInstalled, "error: This command needs libcurl, which is not installed.\n"),
    (
      CurlError.notTrusted("self-signed"),
      "error: The call to http://localhost:8080 failed. The certificate is not trusted: self-signed.\n"
    ),
  ])
  func `does not wait for what never passes`(reason: CurlError, error: String) {
    let stage = Stage { (_) throws(CurlError) in throw reason }

    let (status, pauses) = run(stage)

    #expect(status == 69)
    #expect(pauses == [])
    #expect(stage.error.hasPrefix(error))
  }

  @Test(arguments: [
    (
      ["--timeout", "soon"],
      "error: Option '--timeout' must be a time of up to a day such as 2, 2s or 500ms, not 'soon'.\n"
    ),
    (
      ["--session", "a"],
      "error: Option '--session' does not go with 'wait', but with"
    ),
  ])
  func `says what is wrong`(arguments: [String], error: String) {
    let stage = Stage(body: health)

    #expect(stage.run(["wait"] + arguments) == 64)

    #expect(stage.error.hasPrefix(error))
  }
}
