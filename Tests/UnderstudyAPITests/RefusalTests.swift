import Testing
import Understudy
import UnderstudyAPI

@Suite("A body that the admin API refuses")
struct RefusalTests {
  enum Document: String {
    case choice, changes, network, reset, lease, scenario, session, release, releaseOfOne

    func read(_ json: JSON) throws(Problem) {
      switch self {
      case .choice: _ = try VariantChoice(json: json)
      case .changes: _ = try VariantChanges(json: json)
      case .network: _ = try NetworkConditions(json: json)
      case .reset: _ = try ResetRequest(json: json)
      case .lease: _ = try Lease(json: json)
      case .scenario: _ = try ScenarioChoice(json: json)
      case .session: _ = try SessionRequest(json: json)
      case .release: _ = try ReleaseRequest(json: json, takesRoute: true)
      case .releaseOfOne: _ = try ReleaseRequest(json: json, takesRoute: false)
      }
    }
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var document: Document
    var body: String
    var code: ProblemCode
    var detail: String
    var testDescription: String { "\(document.rawValue) \(body.prefix(50))" }

    init(_ document: Document, _ body: String, _ code: ProblemCode, _ detail: String) {
      self.document = document
      self.body = body
      self.code = code
      self.detail = detail
    }
  }

  @Test(arguments: [
    Example(
      .choice, #"{"varient":"offline"}"#, .unknownField,
      "Field 'varient' is not known here. Did you mean 'variant'? "
        + "Known: 'variant', 'outcome', 'lease'."),
    Example(
      .choice, #"{"variant":"offline","lease":7}"#, .invalidField,
      #"Field 'lease' must be {"requests": N}, {"seconds": N} or {"untilRoute": "ROUTE"}, not 7."#),
    Example(
      .choice, #"{"lease":{"requests":2}}"#, .invalidField,
      "The body needs the field 'variant' or 'outcome'."),
    Example(
      .choice, #"{"variant":7}"#, .invalidField, "Field 'variant' must be a string, not 7."),
    Example(
      .choice, #"{"variant":null}"#, .invalidField,
      "Field 'variant' must be a string, not null."),
    Example(
      .choice, #"{"variant":"a","variant":"b"}"#, .invalidField,
      "Field 'variant' stands there twice."),
    Example(
      .choice, #"{"variant":"a","outcome":{"status":500}}"#, .invalidField,
      "The fields 'variant' and 'outcome' exclude each other: give one."),
    Example(
      .choice, "{}", .invalidField, "The body needs the field 'variant' or 'outcome'."),
    Example(
      .choice, "[]", .invalidField, "The body must be a JSON object, not an array."),
    Example(
      .choice, #"{"outcome":{"status":99}}"#, .invalidField,
      "Field 'outcome.status' must be a whole number from 200 to 599, not 99."),
    Example(
      .changes, #"{"users.list":7}"#, .invalidField,
      "'users.list' must be a variant's name, an object or null, not 7."),
    Example(
      .changes, #"{"users.list":{"variant":"a","seconds":2}}"#, .unknownField,
      "'users.list': Field 'seconds' is not known here. Known: 'variant', 'outcome', 'lease'."),
    Example(
      .changes, #"{"users.list":{"variant":"a","lease":{"requests":0}}}"#, .invalidField,
      "'users.list': Field 'lease.requests' must be a whole number from 1 to 1000000, not 0."),
    Example(
      .changes, #"{"users.list":"a","users.list":"b"}"#, .invalidField,
      "Field 'users.list' stands there twice."),
    Example(
      .changes, #""offline""#, .invalidField,
      "The body must be an object of route ids and variants, not a string."),
    Example(
      .network, #"{"delayMilliseconds":-1}"#, .invalidField,
      "Field 'delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not -1."),
    Example(
      .network, #"{"delayMilliseconds":0.5}"#, .invalidField,
      "Field 'delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not 0.5."),
    Example(
      .network, #"{"delayMilliseconds":86400001}"#, .invalidField,
      "Field 'delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not 86400001."
    ),
    Example(
      .network, #"{"preset":"4g"}"#, .invalidField,
      "Field 'preset' must be one of '3g', 'edge', 'lossy', 'off', not \"4g\"."),
    Example(
      .network, #"{"jitterMilliseconds":"5"}"#, .invalidField,
      "Field 'jitterMilliseconds' must be a whole number from 0 to 86400000 (one day), "
        + "not \"5\"."),
    Example(
      .network, #"{"bytesPerSecond":0}"#, .invalidField,
      "Field 'bytesPerSecond' must be a whole number from 1 to 1000000000, not 0."),
    Example(
      .network, #"{"failures":0.1}"#, .invalidField,
      "Field 'failures' must be a JSON object, not 0.1."),
    Example(
      .network, #"{"failures":{"rate":1.5}}"#, .invalidField,
      "Field 'failures.rate' must be a number from 0 to 1, not 1.5."),
    Example(
      .network, #"{"failures":{}}"#, .invalidField,
      "Field 'failures.rate' must be a number from 0 to 1, not null."),
    Example(
      .network, #"{"failures":{"rate":1,"seed":-1}}"#, .invalidField,
      "Field 'failures.seed' must be a whole number from 0 to 18446744073709551615, not -1."),
    Example(
      .network, #"{"failures":{"rate":1,"varient":"offline"}}"#, .unknownField,
      "Field 'failures.varient' is not known here. Did you mean 'variant'? "
        + "Known: 'rate', 'variant', 'seed'."),
    Example(
      .network, #"{"delay":200}"#, .unknownField,
      "Field 'delay' is not known here. Did you mean 'delayMilliseconds'? Known: 'delayMilliseconds', "
        + "'jitterMilliseconds', 'bytesPerSecond', 'failures', 'preset'."
    ),
    Example(
      .reset, #"{"only":["choises"]}"#, .invalidField,
      "Field 'only' has 'choises', but must be an array of 'choices', 'network', 'positions', "
        + "'journal', 'held', 'sessions'. Did you mean 'choices'?"),
    Example(
      .reset, #"{"only":[]}"#, .invalidField,
      "Field 'only' must be an array of 'choices', 'network', 'positions', 'journal', 'held', "
        + "'sessions', not []."),
    Example(
      .lease, #"{"requests":2,"seconds":3}"#, .invalidField,
      #"Field 'lease' must be {"requests": N}, {"seconds": N} or {"untilRoute": "ROUTE"}, "#
        + #"not {"requests":2,"seconds":3}."#),
    Example(
      .lease, #"{"second":3}"#, .unknownField,
      "Field 'lease.second' is not known here. Did you mean 'seconds'? "
        + "Known: 'requests', 'seconds', 'untilRoute'."),
    Example(
      .lease, #"{"requests":1000001}"#, .invalidField,
      "Field 'lease.requests' must be a whole number from 1 to 1000000, not 1000001."),
    Example(
      .lease, #"{"requests":1.5}"#, .invalidField,
      "Field 'lease.requests' must be a whole number from 1 to 1000000, not 1.5."),
    Example(
      .lease, #"{"seconds":0}"#, .invalidField,
      "Field 'lease.seconds' must be a number above 0, up to 86400 (one day), not 0."),
    Example(
      .lease, #"{"seconds":86400.1}"#, .invalidField,
      "Field 'lease.seconds' must be a number above 0, up to 86400 (one day), not 86400.1."),
    Example(
      .lease, #"{"seconds":"30"}"#, .invalidField,
      #"Field 'lease.seconds' must be a number above 0, up to 86400 (one day), not "30"."#),
    Example(
      .lease, #"{"untilRoute":null}"#, .invalidField,
      "Field 'lease.untilRoute' must be a string, not null."),
    Example(.scenario, "{}", .invalidField, "The body needs the field 'scenario'."),
    Example(
      .scenario, #"{"scenario":"a","keepOverride":true}"#, .unknownField,
      "Field 'keepOverride' is not known here. Did you mean 'keepOverrides'? "
        + "Known: 'scenario', 'keepOverrides'."),
    Example(
      .scenario, #"{"scenario":"a","keepOverrides":1}"#, .invalidField,
      "Field 'keepOverrides' must be true or false, not 1."),
    Example(
      .session, "[]", .invalidField, "The body must be a JSON object, not an array."),
    Example(
      .session, #"{"ttl":60}"#, .unknownField,
      "Field 'ttl' is not known here. Did you mean 'ttlSeconds'? "
        + "Known: 'name', 'ttlSeconds', 'scenario', 'variants', 'network', 'port', 'tls'."),
    Example(
      .session, #"{"ttlSeconds":0.5}"#, .invalidField,
      "Field 'ttlSeconds' must be a number from 1 to 604800 (seven days), not 0.5."),
    Example(
      .session, #"{"name":""}"#, .invalidField,
      "Field 'name' must be a text of 1 to 100 characters, none of them a control character, "
        + #"and not '*', which stands for all sessions, not ""."#),
    Example(
      .session, #"{"name":"a\tb"}"#, .invalidField,
      "Field 'name' must be a text of 1 to 100 characters, none of them a control character, "
        + #"and not '*', which stands for all sessions, not "a\tb"."#),
    Example(
      .session, #"{"port":9000}"#, .invalidField, "Field 'port' must be true or false, not 9000."),
    Example(
      .session, #"{"scenario":7}"#, .invalidField, "Field 'scenario' must be a string, not 7."),
    Example(
      .session, #"{"variants":[]}"#, .invalidField,
      "Field 'variants' must be an object of route ids and variants, not []."),
    Example(
      .session, #"{"variants":{"a.b":"x","a.b":"y"}}"#, .invalidField,
      "Field 'variants.a.b' stands there twice."),
    Example(
      .session, #"{"variants":{"items.*":7}}"#, .invalidField,
      "'variants.items.*' must be a variant's name, an object or null, not 7."),
    Example(
      .session, #"{"network":{"delay":1}}"#, .unknownField,
      "Field 'network.delay' is not known here. Did you mean 'delayMilliseconds'? "
        + "Known: 'delayMilliseconds', 'jitterMilliseconds', 'bytesPerSecond', 'failures', 'preset'."
    ),
    Example(
      .session, #"{"network":{"delayMilliseconds":-1}}"#, .invalidField,
      "Field 'network.delayMilliseconds' must be a whole number from 0 to 86400000 (one day), "
        + "not -1."),
    Example(
      .session, #"{"network":{"failures":{"rate":-1}}}"#, .invalidField,
      "Field 'network.failures.rate' must be a number from 0 to 1, not -1."),
    Example(
      .release, #"{"lease":{"requests":2}}"#, .unknownField,
      "Field 'lease' is not known here. Known: 'variant', 'outcome', 'route'."),
    Example(
      .release, #"{"variant":"a","outcome":{"status":500}}"#, .invalidField,
      "The fields 'variant' and 'outcome' exclude each other: give one."),
    Example(
      .releaseOfOne, #"{"route":"users.list"}"#, .unknownField,
      "Field 'route' is not known here. Known: 'variant', 'outcome'."),
  ])
  func `is told what would be right`(_ example: Example) throws {
    let json = try JSON(parsing: example.body)

    let problem = #expect(throws: Problem.self) { try example.document.read(json) }

    #expect(problem?.code == example.code)
    #expect(problem?.status == 400)
    #expect(problem?.detail == example.detail)
  }

  @Test
  func `is not quoted at length`() throws {
    let json: JSON = ["variant": .array(Array(repeating: "long", count: 1000))]

    let problem = #expect(throws: Problem.self) { try VariantChoice(json: json) }

    #expect(problem?.detail == "Field 'variant' must be a string, not an array.")
  }
}
