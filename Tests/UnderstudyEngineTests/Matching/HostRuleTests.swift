import Testing
import Understudy
import UnderstudyEngine

@Suite("A rule of the host")
struct HostRuleTests {
  static func example(
    _ host: HostRule, _ line: String?, target: String = "/s", differs actual: String? = nil
  ) -> RuleExample {
    RuleExample(
      "H09", RequestRules(host: host), target, line.map { ["Host: \($0)"] } ?? [],
      differs: actual.map { ["host -: \(host.text) <> \($0)"] } ?? [])
  }

  @Test(
    .bug(id: "H09"),
    arguments: [
      example("api.example.test", "API.Example.TEST:8080"),
      example("api.example.test", "api.example.test"),
      example("api.example.test", "example.test", differs: "example.test"),
      example("api.example.test", nil, differs: "nil"),
      example("api.example.test:8080", "api.example.test:8080"),
      example("api.example.test:8080", "api.example.test", differs: "api.example.test"),
      example("api.example.test:80", "api.example.test"),
      example("api.example.test:80", "api.example.test:80"),
      example("[::1]", "[::1]:8080"),
      example("[::1]:9", "[::1]:8080", differs: "[::1]:8080"),
      example("a.test", "b.test", target: "http://u:p@a.test:81/s"),
      example("a.test", "a.test", target: "http://b.test/s", differs: "b.test"),
    ])
  func `compares the name without case, and the port where it names one`(
    _ example: RuleExample
  ) throws {
    try example.check()
  }
}
