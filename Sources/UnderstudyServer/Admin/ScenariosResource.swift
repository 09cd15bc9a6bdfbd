import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/scenarios`: all scenarios, with what each would change in the world of a call.
enum ScenariosResource: AdminResource {
  static let path = ["scenarios"]
  static let methods = ["GET"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let snapshot = context.world(call).current
    return .json([
      "scenarios": .array(
        context.board.scenarioNames.map { name in
          ScenarioDescription(name, context.board, snapshot).json
        }),
      "active": snapshot.scenario.map { .string($0) } ?? .null,
    ])
  }
}

/// `PUT` and `DELETE /__admin/scenario`: chooses a scenario, or none.
enum ScenarioResource: AdminResource {
  static let path = ["scenario"]
  static let methods = ["PUT", "DELETE"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let choice = try call.method == "PUT" ? ScenarioChoice(json: call.json()) : nil
    let world = context.world(call)
    try context.check(scenario: choice?.scenario, for: world)
    do throws(SwitchProblem) {
      let snapshot = try world.choose(
        scenario: choice?.scenario, keepsOverrides: choice?.keepsOverrides ?? true)
      return .json(RoutesResource.list(call, context, snapshot))
    } catch {
      throw Problem(error)
    }
  }
}

extension ScenarioDescription {
  /// A scenario of a catalog, in the light of what answers now.
  init(_ name: String, _ board: Switchboard, _ snapshot: Snapshot) {
    let choices = board.choices(ofScenario: name) ?? []
    self.init(
      name: name, base: board.base(ofScenario: name),
      isActive: snapshot.scenario?.utf8.elementsEqual(name.utf8) == true,
      choices: .object(JSON.Object(choices.map { ($0.route.rawValue, Self.json(of: $0.outcome)) })),
      routes: ((try? board.variants(ofScenario: name)) ?? []).map { place, variant in
        Change(
          id: board.entries[place].id.rawValue, variant: variant,
          active: snapshot.choices[place].plan.variant)
      }, tls: board.tls(ofScenario: name))
  }

  /// An outcome as choices are written; code has no form, and is only named.
  private static func json(of outcome: Outcome) -> JSON {
    if let variant = outcome.variantAlone { return .string(variant.rawValue) }
    return ["outcome": outcome.json ?? ["dynamic": true]]
  }
}
