import Testing
import Understudy
import UnderstudyAPI

@Suite("A body that the admin API refuses")
struct RefusalTests {
  enum Document: String {
    case choice, changes, network, reset

    func read(_ json: JSON) throws(Problem) {
      switch self {
      case .choice: _ = try VariantChoice(json: json)
      case .changes: _ = try VariantChanges(json: json)
      case .network: _ = try NetworkConditions(json: json)
      case .reset: _ = try ResetRequest(json: json)
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
      "Field 'varient' is not known here. Did you mean 'variant'? Known: 'variant', 'outcome'."),
    Example(
      .choice, #"{"variant":"offline","lease":{"requests":2}}"#, .unknownField,
      "Field 'lease' is not supported yet (0.1.0)."),
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
      "'users.list': Field 'seconds' is not known here. Known: 'variant', 'outcome'."),
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
      .network, #"{"preset":"3g"}"#, .unknownField, "Field 'preset' is not supported yet (0.1.0)."),
    Example(
      .network, #"{"delay":200}"#, .unknownField,
      "Field 'delay' is not known here. Did you mean 'delayMilliseconds'? Known: 'delayMilliseconds'."
    ),
    Example(
      .reset, #"{"only":["choises"]}"#, .invalidField,
      "Field 'only' has 'choises', but must be an array of 'choices', 'network', 'positions', "
        + "'journal', 'held'. Did you mean 'choices'?"),
    Example(
      .reset, #"{"only":[]}"#, .invalidField,
      "Field 'only' must be an array of 'choices', 'network', 'positions', 'journal', 'held', "
        + "not []."),
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
