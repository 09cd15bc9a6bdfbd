import Testing
import Understudy
import UnderstudyAPI

@Suite("A wire type")
struct WireTypeTests {
  @Test
  func `keeps the order of changes`() throws {
    let text = """
      {"users.list":"serverError","items.*":{"outcome":{"status":503}},"a.b":null,\
      "me.*":{"variant":"offline","lease":{"untilRoute":"account.refresh"}}}
      """

    let changes = try VariantChanges(json: JSON(parsing: text))

    #expect(changes.changes.map(\.name) == ["users.list", "items.*", "a.b", "me.*"])
    #expect(changes.json.text == text)
  }

  @Test
  func `writes a choice as it reads it`() throws {
    for text in [
      #"{"variant":"offline"}"#, #"{"outcome":{"status":402,"json":{"left":0}}}"#,
      #"{"variant":"offline","lease":{"requests":2}}"#,
    ] {
      #expect(try VariantChoice(json: JSON(parsing: text)).json.text == text)
    }
    #expect(try VariantChoice(json: ["variant": "offline", "lease": nil]).lease == nil)
  }

  @Test(arguments: [
    (Lease.requests(2), #"{"requests":2}"#), (.requests(1_000_000), #"{"requests":1000000}"#),
    (.seconds(30), #"{"seconds":30}"#), (.seconds(0.25), #"{"seconds":0.25}"#),
    (.seconds(86_400), #"{"seconds":86400}"#),
    (.untilRoute("account.refresh"), #"{"untilRoute":"account.refresh"}"#),
  ])
  func `says when a choice ends`(_ lease: Lease, _ text: String) throws {
    #expect(lease.json.text == text)
    #expect(try Lease(json: JSON(parsing: text)) == lease)
  }

  @Test
  func `tells what is left of a lease and how far sequences are`() throws {
    var route = RouteDescription(
      id: "users.list", group: "users", method: "GET", path: "/users", rules: [:], variants: [],
      active: "offline", source: "route", hits: 3, delayMilliseconds: nil)
    #expect(route.json["lease"] == .null)
    #expect(route.json["positions"] == [:])

    route.lease = .requests(1)
    route.positions = [.init(place: "flaky", taken: 2)]

    #expect(route.json["lease"] == ["requests": 1])
    #expect(route.json["positions"] == ["flaky": 2])
    #expect(RouteDescription(json: route.json) == route)
  }

  @Test
  func `resets everything but sessions where no part is named`() throws {
    #expect(try ResetRequest(json: [:]) == ResetRequest())
    #expect(ResetRequest().only == [.choices, .network, .positions, .journal, .held])
    #expect(try ResetRequest(json: ["only": ["sessions"]]).only == [.sessions])
    #expect(try ResetRequest(json: ["only": ["held"]]).only == [.held])
  }

  @Test(.bug(id: "D11"))
  func `tells an inherited delay from none and from one that was set`() {
    let variants = [nil, 0, 100].map { delay in
      RouteDescription.VariantDescription(name: "a", summary: "200", delayMilliseconds: delay)
    }
    let route = RouteDescription(
      id: "users.list", group: "users", method: "GET", path: "/users", rules: [:],
      variants: variants, active: "default", source: "default", hits: 3, delayMilliseconds: 500)

    let listed = route.json["variants"]?.arrayValue?.map { $0["delayMilliseconds"] }

    #expect(listed == [.null, 0, 100])
    #expect(route.json["delayMilliseconds"] == 500)
    #expect(RouteDescription(json: route.json) == route)
  }

  @Test
  func `lists what a route asks for, and says it in short`() throws {
    func route(_ rules: JSON.Object) -> RouteDescription {
      RouteDescription(
        id: "a.b", group: "a", method: "GET", path: "/s", rules: rules, variants: [],
        active: "default", source: "default", hits: 0, delayMilliseconds: nil)
    }
    let rules = try JSON(
      parsing: """
        {
          "query": {
            "page": "1", "tag": ["a", "b"], "raw": {"flag": true}, "size": {"optional": "20"},
            "sort": {"oneOf": ["x", "y"]}, "q": {"any": true}
          },
          "headers": {"X-Key": "k"}, "cookies": {"sid": "1"}, "host": "a.test",
          "body": {"json": {}}, "requires": [{"headers": {"Authorization": {"bearer": "t"}}}]
        }
        """)
    let full = route(try #require(rules.objectValue))

    #expect(
      full.requestText
        == "/s?page=1&tag=a&tag=b&raw&[size=20]&sort=x|y&q=... with X-Key, cookie sid, host a.test, json body"
    )
    #expect(RouteDescription(json: full.json) == full)
    #expect(full.json["requires"] == rules["requires"])
    #expect(route(["query": [:]]).requestText == "/s")
    #expect(route([:]).requestText == "/s?...")
    #expect(route([:]).json["query"] == .null)
    #expect(route(["queryContaining": ["a": "1"]]).requestText == "/s?a=1&...")
  }

  @Test
  func `reads what a newer daemon adds`() {
    let health = Health(version: "9.0.0", uptimeSeconds: 1, routes: 2, revision: 3)
    var form = health.json.objectValue
    form?["sessions"] = 4

    #expect(form.flatMap { Health(json: .object($0)) } == health)
  }

  @Test
  func `carries a problem's own members`() {
    let problem = Problem(
      422, .unknownVariant, "'users.list' has no variant 'x'.", members: ["known": ["default"]])

    #expect(problem.json["code"] == "unknown-variant")
    #expect(problem.json["known"] == ["default"])
    #expect(Problem(json: problem.json) == problem)
  }
}
