import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient

@Suite("An error of the client")
struct MockErrorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var error: MockError
    var text: String
    var testDescription: String { text }
  }

  static let request = RequestDescription(
    seq: 10, route: "users.list", variant: "timeout", revision: 1, method: "GET", target: "/users",
    receivedAt: "", isMatched: true)

  @Test(arguments: [
    Example(
      error: .invalidURL("localhost:8080"),
      text: """
        'localhost:8080' is not the URL of a daemon.
          hint    it is written as http://localhost:8080, without a query
        """),
    Example(
      error: .noDaemon(url: "http://localhost:8080"),
      text: """
        No daemon answers at http://localhost:8080.
          hint    start one with 'understudy start', or name another with UNDERSTUDY_URL
        """),
    Example(
      error: .timedOut(url: "http://localhost:8080"),
      text: "The daemon at http://localhost:8080 does not answer in time."),
    Example(
      error: .broken(url: "http://localhost:8080", reason: "The network connection was lost."),
      text: "The call to http://localhost:8080 broke off. The network connection was lost."),
    Example(
      error: .stranger(url: "http://localhost:8080", answer: "no JSON"),
      text: """
        What answers at http://localhost:8080 is not Understudy: it sent no JSON.
          hint    name the daemon with UNDERSTUDY_URL
        """),
    Example(
      error: .otherVersion(url: "http://localhost:8080", daemon: "9.0.0"),
      text: """
        The daemon at http://localhost:8080 is version '9.0.0', and this client is \(Version.current): \
        they do not understand each other.
          hint    use the same version of both
        """),
    Example(
      error: .refused(
        MockError.Refusal(
          status: 422, code: "unknown-variant",
          detail: "'users.list' has no variant 'empti'. Did you mean 'empty'?",
          known: ["default", "empty"])),
      text: """
        'users.list' has no variant 'empti'. Did you mean 'empty'?
          known   default, empty
        """),
    Example(
      error: .refused(MockError.Refusal(status: 404, code: "not-held", detail: "It is not held.")),
      text: "It is not held."),
    Example(
      error: .unfinished([request], after: .seconds(5)),
      text: """
        The change was made, but 1 request began before it and has not ended within 5 s.
          no. 10 GET /users: users.list 'timeout', under way
          hint    release what is held, or allow more with 'drain:'
        """),
    Example(
      error: .unfinished([request, request], after: .milliseconds(200)),
      text: """
        The change was made, but 2 requests began before it and have not ended within 200 ms.
          no. 10 GET /users: users.list 'timeout', under way
          no. 10 GET /users: users.list 'timeout', under way
          hint    release what is held, or allow more with 'drain:'
        """),
    Example(
      error: .unsendable("The outcome"),
      text: """
        The outcome is code, which no call can carry to a daemon.
          hint    make it a variant of the route, and activate that
        """),
    Example(
      error: .noSession,
      text: """
        There is no session here.
          hint    add the trait '.mocked(...)' to the test or its suite, and use its session inside
        """),
  ])
  func `says what is wrong, where, and what to do`(_ example: Example) {
    #expect("\(example.error)" == example.text)
    #expect((example.error as any Error).localizedDescription == example.text)
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    var steps: [ScriptedTransport.Step]
    var error: MockError
    var testDescription: String { "\(error)" }
  }

  private static let url = "http://localhost:8080"

  @Test(arguments: [
    Answer(steps: [.failure(.noListener)], error: .noDaemon(url: url)),
    Answer(steps: [.failure(.timedOut)], error: .timedOut(url: url)),
    Answer(steps: [.failure(.other("Lost."))], error: .broken(url: url, reason: "Lost.")),
    Answer(steps: [.text(200, "<html>")], error: .stranger(url: url, answer: "no JSON")),
    Answer(steps: [.text(404, "<html>")], error: .stranger(url: url, answer: "status 404")),
    // Nor does it say which version it is.
    Answer(steps: [.answer(200, ["a": 1])], error: .stranger(url: url, answer: "other JSON")),
    Answer(
      steps: [.answer(200, ["routes": [["id": 1]]]), .answer(200, health("9.0.0"))],
      error: .otherVersion(url: url, daemon: "9.0.0")),
    Answer(
      steps: [
        .answer(400, ["code": "unknown-field", "detail": "No."]), .answer(200, health("9.0.0")),
      ], error: .otherVersion(url: url, daemon: "9.0.0")),
    Answer(
      steps: [
        .answer(400, ["code": "unknown-field", "detail": "No."]),
        .answer(200, health(Version.current)),
      ],
      error: .refused(MockError.Refusal(status: 400, code: "unknown-field", detail: "No."))),
    Answer(
      steps: [.answer(418, ["code": "of-a-newer-daemon", "detail": "No.", "known": ["a", "b"]])],
      error: .refused(
        MockError.Refusal(
          status: 418, code: "of-a-newer-daemon", detail: "No.", known: ["a", "b"]))),
  ])
  func `comes from what the daemon has answered`(_ answer: Answer) async throws {
    let client = MockClient(url: Self.url, transport: ScriptedTransport(answer.steps))

    let error = await #expect(throws: MockError.self) { try await client.routes() }

    #expect(error == answer.error)
  }

  @Test(arguments: ["localhost:8080", "", "ftp://localhost", "http:", "http://localhost/?a"])
  func `tells of a text that is no URL`(_ text: String) async {
    let client = MockClient(url: text, transport: ScriptedTransport())

    let error = await #expect(throws: MockError.self) { try await client.health() }

    #expect(error == .invalidURL(text))
  }

  @Test func `tells of an outcome that is code, and sends nothing`() async {
    let transport = ScriptedTransport()
    let client = MockClient(transport: transport)

    let outcome = await #expect(throws: MockError.self) {
      try await client.answer(.usersList, with: .dynamic { _ in .status(200) })
    }
    let rule = await #expect(throws: MockError.self) {
      try await client.verify(RequestPattern(body: .where("is odd") { _ in true }))
    }

    #expect(outcome == .unsendable("The outcome"))
    #expect(rule == .unsendable("The rule 'is odd'"))
    #expect(transport.requests.isEmpty)
  }

  private static func health(_ version: String) -> JSON {
    Health(version: version, uptimeSeconds: 1, routes: 1, revision: 1).json
  }
}
