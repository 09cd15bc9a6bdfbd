public import Understudy
public import UnderstudyAPI
import UnderstudyClient

/// What the session of each test begins with, over what the base has.
public struct SessionSettings: Sendable {
  /// Its scenario; nil keeps the base's.
  public var scenario: String?
  /// Choices on top, with the keys and outcomes of a `Scenario`.
  public var choices: KeyValuePairs<RouteID, Outcome>
  /// Its network; nil keeps the base's.
  public var network: NetworkConditions?
  /// Whether it wants a port of its own.
  public var wantsPort: Bool

  /// Settings by their parts.
  public init(
    scenario: String? = nil, choices: KeyValuePairs<RouteID, Outcome> = [:],
    network: NetworkConditions? = nil, port wantsPort: Bool = false
  ) {
    self.scenario = scenario
    self.choices = choices
    self.network = network
    self.wantsPort = wantsPort
  }

  /// Begins a session for a test.
  ///
  /// - Parameters:
  ///   - client: the daemon.
  ///   - test: what the test is called; so much of it becomes the session's name as one may have.
  /// - Returns: the session.
  /// - Throws: `MockError`.
  func begin(_ client: MockClient, for test: String) async throws -> MockSession {
    try await client.session(
      Self.name(test), scenario: scenario, choices: choices, network: network, port: wantsPort)
  }

  private static func name(_ test: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in test.unicodeScalars.prefix(SessionRequest.nameLengths.upperBound) {
      name.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return name.isEmpty || name.elementsEqual("*".unicodeScalars) ? "a test" : String(name)
  }
}
