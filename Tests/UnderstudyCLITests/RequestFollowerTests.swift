import Curl
import Platform
import Testing
import Understudy
import UnderstudyAPI

@Suite("Requests that are followed")
struct RequestFollowerTests {
  /// What a daemon answers, call by call; behind the last one it refuses, which is the end.
  private enum Answer {
    case requests([RequestDescription], next: Int)
    /// Which daemon it is, by the hour at which it was started.
    case daemon(Int)
    case gone
    /// The connection is still with a daemon that another has replaced.
    case replaced
  }

  private static func stage(_ answers: Answer...) -> Stage {
    let rest = Lock(answers)
    return Stage { (_) throws(CurlError) in
      let next = rest.withLock { rest -> [Answer] in
        defer { rest = Array(rest.dropFirst()) }
        return Array(rest.prefix(1))
      }
      switch next.first {
      case .requests(let requests, let next)?:
        let list: JSON = [
          "requests": .array(requests.map(\.json)), "dropped": 0, "next": .int(next),
        ]
        return CurlResponse(status: 200, body: list.bytes())
      case .daemon(let hour)?:
        let daemon: JSON = ["startedAt": "2026-01-31T\(hour):00:00.000Z"]
        return CurlResponse(status: 200, body: daemon.bytes())
      case .gone?: throw .couldNotConnect("refused")
      case .replaced?:
        let problem: JSON = ["code": "handed-over", "detail": "Another build has taken over."]
        return CurlResponse(status: 503, body: problem.bytes())
      case nil:
        let problem: JSON = ["code": "unauthorized", "detail": "That is the end."]
        return CurlResponse(status: 400, body: problem.bytes())
      }
    }
  }

  private static func request(
    _ seq: Int, _ target: String = "/users", route: String? = "users.list", status: Int = 200,
    ending: String? = "completed"
  ) -> RequestDescription {
    RequestDescription(
      seq: seq, route: route, variant: route == nil ? nil : "default", revision: 1, method: "GET",
      target: target, status: ending == nil ? nil : (route == nil ? 404 : status), ending: ending,
      receivedAt: "2026-01-31T12:00:00.250Z", totalMilliseconds: ending == nil ? nil : 1.24,
      isMatched: route != nil, detail: route == nil ? "No route takes GET \(target)." : nil)
  }

  /// The numbers of the requests that were told of.
  private static func seqs(_ stage: Stage) -> [String] {
    stage.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
  }

  private static func queries(_ stage: Stage) -> [Substring] {
    stage.requests.map { $0.url.split(separator: "/").last?.drop { $0 != "?" }.dropFirst() ?? "" }
  }

  @Test func `are told of once they have ended, and those that take their time before`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(1)], next: 1),
      .requests([Self.request(2, ending: nil), Self.request(3, ending: nil)], next: 3),
      .requests([Self.request(2), Self.request(3, ending: nil)], next: 3),
      .requests([Self.request(4, "/x", route: nil)], next: 4),
      .requests([Self.request(3, ending: "cancelled")], next: 4))

    #expect(stage.run("requests", "--follow") == 64)

    #expect(
      stage.output == """
        1  12:00:00.250Z  200  GET /users  users.list default  1.2 ms
        2  12:00:00.250Z  200  GET /users  users.list default  1.2 ms
        3  12:00:00.250Z  ...  GET /users  users.list default\("  ")
        4  12:00:00.250Z  404  GET /x  1.2 ms  No route takes GET /x.
        3  12:00:00.250Z  200 cancelled  GET /users  users.list default  1.2 ms

        """)
    #expect(stage.error == "error: That is the end.\n")
    #expect(
      Self.queries(stage) == [
        "", "limit=20", "after=1&limit=1000&waitSeconds=5", "after=1&limit=1000",
        "after=3&limit=1000&waitSeconds=1", "after=2&limit=1000",
        "after=4&limit=1000&waitSeconds=5",
      ])
    #expect(stage.requests[2].timeout == .seconds(15))
  }

  @Test func `are a line of JSON each for programs`() throws {
    let stage = Self.stage(.daemon(10), .requests([Self.request(1), Self.request(2)], next: 2))

    _ = stage.run("requests", "--follow", "--json")

    let lines = try stage.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(lines == [Self.request(1).json, Self.request(2).json])
  }

  @Test func `are chosen by their end once they have one`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(1, status: 500)], next: 1),
      .requests(
        [Self.request(2), Self.request(3, ending: nil), Self.request(4, status: 500)], next: 4),
      .requests([Self.request(3, status: 500)], next: 4))

    _ = stage.run("requests", "--follow", "--status", "500", "--route", "users.list")

    #expect(Self.seqs(stage) == ["1", "4", "3"])
    #expect(
      Self.queries(stage).prefix(3) == [
        "", "limit=20&status=500&route=users.list",
        "after=1&limit=1000&waitSeconds=5&route=users.list",
      ])
  }

  @Test func `go on with the first of a daemon that was started anew`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(5)], next: 5), .gone, .gone, .daemon(11),
      .requests([Self.request(1), Self.request(2)], next: 2))

    #expect(stage.run("requests", "--follow") == 64)

    #expect(Self.seqs(stage) == ["5", "1", "2"])
    #expect(
      stage.error == """
        The daemon at http://localhost:8080 is gone. Waiting for it.
        The daemon at http://localhost:8080 was started anew: its record begins anew too.
        error: That is the end.

        """)
    #expect(Self.queries(stage).suffix(2).first == "after=0&limit=1000")
  }

  @Test func `wait for a daemon that goes away as soon as it has come`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(5)], next: 5), .gone, .daemon(11), .gone, .daemon(12),
      .requests([Self.request(1)], next: 1))

    _ = stage.run("requests", "--follow")

    #expect(Self.seqs(stage) == ["5", "1"])
  }

  @Test func `go on where they were with a daemon that was out of reach`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(5)], next: 5), .gone, .daemon(10),
      .requests([Self.request(6)], next: 6))

    _ = stage.run("requests", "--follow")

    #expect(Self.seqs(stage) == ["5", "6"])
    #expect(stage.error.contains("\nIt serves again.\n"))
    #expect(Self.queries(stage).suffix(2).first == "after=5&limit=1000")
  }

  @Test func `go on with the daemon that has taken over from the one that was asked`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(5)], next: 5), .replaced, .daemon(11),
      .requests([Self.request(1)], next: 1))

    _ = stage.run("requests", "--follow")

    #expect(Self.seqs(stage) == ["5", "1"])
    #expect(stage.error.hasSuffix("error: That is the end.\n"))
  }

  @Test func `notice a daemon that has taken the place of another without a gap`() {
    let stage = Self.stage(
      .daemon(10), .requests([Self.request(5)], next: 5), .requests([], next: 5), .daemon(11),
      .requests((1...7).map { Self.request($0) }, next: 7))

    _ = stage.run("requests", "--follow")

    #expect(Self.seqs(stage) == ["5", "1", "2", "3", "4", "5", "6", "7"])
    #expect(stage.error.hasPrefix("The daemon at http://localhost:8080 was started anew"))
  }

  @Test func `wait while nothing comes`() {
    let stage = Self.stage(
      .daemon(10), .requests([], next: 5), .requests([], next: 5), .daemon(10),
      .requests([], next: 5), .daemon(10), .requests([Self.request(6)], next: 6))

    _ = stage.run("requests", "--follow")

    #expect(Self.seqs(stage) == ["6"])
    #expect(stage.error == "error: That is the end.\n")
  }

  @Test func `need a daemon to begin with`() {
    let stage = Self.stage(.gone)

    #expect(stage.run("requests", "--follow") == 69)

    #expect(stage.error.hasPrefix("error: No daemon answers at http://localhost:8080.\n"))
  }
}
