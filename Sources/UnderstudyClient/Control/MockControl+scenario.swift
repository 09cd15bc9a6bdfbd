import Understudy
public import UnderstudyAPI

extension MockControl {
  /// Chooses a scenario; choices that were made before are taken back, unless they are kept on top.
  ///
  /// - Parameters:
  ///   - name: its name; nil chooses none, and leaves choices as they are.
  ///   - keepsOverrides: whether choices stay on top of it.
  ///   - limit: how long to wait until all requests have ended that began before; nil does not wait.
  /// - Throws: ``MockError``.
  public func choose(
    scenario name: String?, keepingOverrides keepsOverrides: Bool = false,
    drain limit: Duration? = nil
  ) async throws {
    let choice = name.map { ScenarioChoice($0, keepsOverrides: keepsOverrides) }
    try await change(
      choice == nil ? "DELETE" : "PUT", AdminPath.scenario, choice?.json, drain: limit)
  }

  /// All scenarios, with what each would change here.
  ///
  /// - Throws: ``MockError``.
  public func scenarios() async throws -> [ScenarioDescription] {
    try await connection.list(
      "scenarios", in: connection.call("GET", AdminPath.scenarios),
      ScenarioDescription.init(json:))
  }

  /// The name of the scenario that is chosen; nil where there is none.
  ///
  /// - Throws: ``MockError``.
  public func scenario() async throws -> String? {
    try await connection.call("GET", AdminPath.scenarios)["active"]?.stringValue
  }
}
