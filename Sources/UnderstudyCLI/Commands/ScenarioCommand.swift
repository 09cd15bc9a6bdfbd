import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `scenario [NAME|--off]`.
  func scenario(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let isOff = try options.isOn(.off)
    let name = invocation.operands.first
    try options.check(
      form: isOff ? "scenario --off" : name == nil ? "scenario" : "scenario NAME",
      [
        (.json, ["scenario"]), (.keepOverrides, ["scenario NAME"]),
        (.drain, ["scenario NAME", "scenario --off"]),
      ])
    if isOff {
      let answer = try change(invocation, "DELETE", AdminPath.scenario)
      console.output("No scenario is chosen.\n")
      return try drained(invocation, answer)
    }
    guard let name else { return try listScenarios(invocation) }
    let choice = ScenarioChoice(name, keepsOverrides: try options.isOn(.keepOverrides))
    let answer = try change(invocation, "PUT", AdminPath.scenario, choice.json)
    let routes = try daemon(invocation).routes(in: answer)
    console.output("Scenario '\(name)' is chosen.\n")
    tell(routes.filter { $0.source == "scenario" })
    return try drained(invocation, answer)
  }

  private func listScenarios(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let daemon = try daemon(invocation)
    let answer = try daemon.call("GET", AdminPath.scenarios)
    let scenarios = try daemon.list("scenarios", in: answer, ScenarioDescription.init(json:))
    if try options(of: invocation).isOn(.json) {
      console.print(answer)
      return .ok
    }
    var table = Table("SCENARIO", "ACTIVE", "ROUTES")
    for scenario in scenarios {
      table.add(
        [
          scenario.name, scenario.isActive ? "yes" : "-",
          scenario.routes.map { "\($0.id) \($0.variant)" }.joined(separator: ", "),
        ], colour: scenario.isActive ? (1, .yellow) : nil)
    }
    console.output(table.text(for: console))
    return .ok
  }
}
