import Testing
import Understudy
import UnderstudyAPI

@Suite("A wire type of sessions, scenarios and held requests")
struct SessionTypeTests {
  @Test
  func `asks for a session with what is given`() throws {
    let text = """
      {"name":"checkout","ttlSeconds":600,"scenario":"logged out",\
      "variants":{"items.*":"empty","me.*":null},"network":{"delayMilliseconds":200},"port":true}
      """

    let request = try SessionRequest(json: JSON(parsing: text))

    #expect(request.name == "checkout")
    #expect(request.ttlSeconds == 600)
    #expect(request.scenario == "logged out")
    #expect(request.variants.changes.map(\.name) == ["items.*", "me.*"])
    #expect(request.network == NetworkConditions(delayMilliseconds: 200))
    #expect(request.wantsPort)
    #expect(request.json.text == text)
  }

  @Test(arguments: [
    "{}",
    #"{"name":null,"ttlSeconds":null,"scenario":null,"variants":null,"network":null,"port":null}"#,
  ])
  func `asks for a session with nothing of its own`(_ text: String) throws {
    let request = try SessionRequest(json: JSON(parsing: text))

    #expect(request.ttlSeconds == 1800)
    #expect(request.json == [:])
  }

  @Test
  func `counts the characters of a name as code points`() throws {
    let name = String(repeating: "\u{1F600}", count: 100)

    #expect(try SessionRequest(json: ["name": .string(name)]).name == name)
    #expect(throws: Problem.self) { try SessionRequest(json: ["name": .string(name + "x")]) }
  }

  @Test(arguments: [nil, "http://localhost:9001"])
  func `lists a session with the header and the URLs that lead to it`(_ port: String?) throws {
    let session = SessionDescription(
      id: "k3v9x2", name: nil, createdAt: "2026-01-31T12:00:00.000Z",
      expiresAt: "2026-01-31T12:30:00.000Z", ttlSeconds: 1800,
      urls: .init(
        prefix: "http://localhost:8080/__session/k3v9x2", host: "http://k3v9x2.localhost:8080",
        port: port), scenario: "logged out", isOffline: true, revision: 3, requests: 4, held: 1)

    let urls = port.map { #","port":"\#($0)""# } ?? ""
    #expect(
      session.json.text == """
        {"id":"k3v9x2","name":null,"createdAt":"2026-01-31T12:00:00.000Z",\
        "expiresAt":"2026-01-31T12:30:00.000Z","ttlSeconds":1800,\
        "header":{"Understudy-Session":"k3v9x2"},\
        "urls":{"prefix":"http://localhost:8080/__session/k3v9x2",\
        "host":"http://k3v9x2.localhost:8080"\(urls)},\
        "scenario":"logged out","offline":true,"revision":3,"requests":4,"held":1}
        """)
    #expect(SessionDescription(json: session.json) == session)
  }

  @Test
  func `chooses a scenario`() throws {
    let plain = try ScenarioChoice(json: ["scenario": "logged out"])
    let kept = try ScenarioChoice(json: ["scenario": "logged out", "keepOverrides": true])

    #expect(!plain.keepsOverrides)
    #expect(plain.json == ["scenario": "logged out"])
    #expect(kept.json == ["scenario": "logged out", "keepOverrides": true])
  }

  @Test
  func `lists a scenario with what it would change`() throws {
    let text = """
      {"name":"logged out","from":null,"active":false,\
      "choices":{"me.*":"unauthorized","x":{"outcome":{"status":402}}},\
      "routes":[{"id":"me.profile","variant":"unauthorized","active":"default"}]}
      """

    let scenario = try #require(ScenarioDescription(json: JSON(parsing: text)))

    #expect(scenario.base == nil)
    #expect(
      scenario.routes == [.init(id: "me.profile", variant: "unauthorized", active: "default")])
    #expect(scenario.json.text == text)
  }

  @Test
  func `lists a held request as the journal does, with how long it is held`() throws {
    let request = RequestDescription(
      seq: 7, route: "users.list", variant: "timeout", revision: 1, method: "GET",
      target: "/users", receivedAt: "2026-01-31T12:00:00.000Z", isMatched: true)
    let held = HeldDescription(request, heldMilliseconds: 1250.5)

    #expect(held.json["seq"] == 7)
    #expect(held.json["heldMilliseconds"] == 1250.5)
    #expect(RequestDescription(json: held.json) == request)
    #expect(HeldDescription(json: held.json) == held)
    #expect(HeldDescription(json: request.json) == nil)
  }

  @Test(arguments: [
    "{}", #"{"variant":"serverError"}"#, #"{"outcome":{"status":402},"route":"users.list"}"#,
  ])
  func `releases as it was read`(_ text: String) throws {
    #expect(try ReleaseRequest(json: JSON(parsing: text), takesRoute: true).json.text == text)
  }
}
