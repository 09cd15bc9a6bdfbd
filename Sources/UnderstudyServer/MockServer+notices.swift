import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension MockServer {
  /// Which scenarios have a TLS profile that nobody can meet.
  static func notices(
    of scenarios: [Scenario], _ profiles: ProfileRules, _ board: Switchboard
  ) -> [String] {
    scenarios.compactMap { scenario in
      if profiles.identities == nil {
        return scenario.tls == nil
          ? nil
          : "Scenario '\(scenario.name)' asks for a TLS profile, which nobody meets without "
            + "--tls-port."
      }
      return profiles.refusal(ofScenario: scenario.name, board, isBase: false).map {
        "\(Problem($0).detail) It cannot be chosen."
      }
    }
  }
}
