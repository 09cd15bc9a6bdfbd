import Testing
import Understudy

@testable import UnderstudyAPI

@Suite("The document of a state file")
struct StateDocumentTests {
  static let text = """
    {
      "version": 1,
      "scenario": "logged out",
      "overrides": {
        "*": "loading",
        "items.*": {"outcome": {"status": 402, "json": {"left": 0}}},
        "users.list": "serverError"
      },
      "network": {"delayMilliseconds": 200}
    }
    """

  @Test func `is written as it is read`() throws {
    let json = try JSON(parsing: Self.text)
    let document = try StateDocument(json: json)

    #expect(document.scenario == "logged out")
    #expect(document.overrides.changes.map(\.name) == ["*", "items.*", "users.list"])
    #expect(document.network.delayMilliseconds == 200)
    #expect(document.json.text == json.text)
  }

  @Test(arguments: [
    #"{"version":1}"#, #"{"version":1,"scenario":null,"overrides":null,"network":null}"#,
    #"{"version":1,"overrides":{},"network":{"delayMilliseconds":null}}"#,
  ])
  func `says nothing where nothing is set`(_ text: String) throws {
    let document = try StateDocument(json: JSON(parsing: text))

    #expect(document.json.text == #"{"version":1}"#)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var text: String, detail: String
    var testDescription: String { text }

    init(_ text: String, _ detail: String) {
      self.text = text
      self.detail = detail
    }
  }

  @Test(arguments: [
    Example("[]", "It must be a JSON object, not an array."),
    Example("{}", "Field 'version' is missing."),
    Example(#"{"version":2,"more":1}"#, "Field 'version' must be 1, not 2."),
    Example(
      #"{"version":1,"scenari":"a"}"#,
      "Field 'scenari' is not known here. Did you mean 'scenario'? Known: 'version', 'scenario', "
        + "'overrides', 'network'."),
    Example(#"{"version":1,"scenario":1}"#, "Field 'scenario' must be a string, not 1."),
    Example(
      #"{"version":1,"overrides":{"a":null}}"#,
      "'overrides.a' must be a variant's name or an object, not null."),
    Example(
      #"{"version":1,"overrides":{"a":{"variant":"empty","lease":{"requests":1}}}}"#,
      "'overrides.a' has a lease, and leases end with the daemon."),
    Example(
      #"{"version":1,"overrides":{"a":"empty","a":"empty"}}"#,
      "Field 'overrides.a' stands there twice."),
    Example(
      #"{"version":1,"network":{"delayMilliseconds":-1}}"#,
      "Field 'network.delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not "
        + "-1."),
  ])
  func `is strict`(_ example: Example) throws {
    let json = try JSON(parsing: example.text)

    do throws(Problem) {
      _ = try StateDocument(json: json)
      Issue.record("it was read")
    } catch {
      #expect(error.detail == example.detail)
    }
  }
}
