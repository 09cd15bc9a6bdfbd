/// Choices that somebody has made and the catalog cannot do: their route, variant or scenario is
/// gone.
///
/// They decide nothing. A world keeps them until somebody chooses or takes back something in their
/// place, so that they are not lost when what they name comes back.
struct DormantChoices: Sendable {
  /// Overrides, with the routes that they would reach; nil where their name stands for nothing.
  var overrides: [(name: String, selector: Selector?, choice: Override.Choice)] = []
  /// The name of a scenario.
  var scenario: String?

  /// Forgets what was chosen for the routes of a selector.
  mutating func forget(_ selector: Selector) {
    if overrides.isEmpty { return }
    overrides.removeAll { $0.selector == selector }
  }
}

extension World {
  /// Makes choices that were in force once, in one step.
  ///
  /// What cannot be made decides nothing, and is still among the ``StandingChoices`` until somebody
  /// chooses something else in its place.
  ///
  /// - Parameters:
  ///   - choices: what was chosen.
  ///   - refusal: why a scenario cannot be chosen that is there; nil where it can be.
  /// - Returns: why each of those cannot be made.
  package func restore(
    _ choices: StandingChoices, refusal: (String) -> SwitchProblem? = { _ in nil }
  ) -> [SwitchProblem] {
    var problems: [SwitchProblem] = []
    update(.choices) { settings in
      problems = settings.restore(choices, board, refusal)
    }
    return problems
  }
}

extension WorldSettings {
  /// Chooses a scenario that was chosen once; one that cannot be is kept, and decides nothing.
  mutating func restore(
    scenario name: String?, _ board: Switchboard, _ refusal: (String) -> SwitchProblem?,
    _ problems: inout [SwitchProblem]
  ) {
    guard let name else { return }
    do throws(SwitchProblem) {
      if let problem = refusal(name) { throw problem }
      scenario = try board.scenario(name)
    } catch {
      dormant.scenario = name
      problems.append(error)
    }
  }

  fileprivate mutating func restore(
    _ choices: StandingChoices, _ board: Switchboard, _ refusal: (String) -> SwitchProblem?
  ) -> [SwitchProblem] {
    var problems: [SwitchProblem] = []
    restore(scenario: choices.scenario, board, refusal, &problems)
    for (name, choice) in choices.overrides {
      do throws(SwitchProblem) {
        put(try board.apply(Override(choice), to: try board.names.selector(name)))
      } catch {
        dormant.overrides.append((name, board.names.find(name), choice))
        problems.append(error)
      }
    }
    network = choices.network
    return problems
  }
}
