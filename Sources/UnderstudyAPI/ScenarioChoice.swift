public import Understudy

/// Which scenario shall be chosen.
///
/// ```json
/// {"scenario": "logged out"}
/// {"scenario": "logged out", "keepOverrides": true}
/// ```
public struct ScenarioChoice: Sendable, Hashable {
  /// The scenario's name.
  public var scenario: String
  /// Whether choices that were made before stay on top of it; else they are taken back.
  public var keepsOverrides: Bool

  /// A choice by its parts.
  public init(_ scenario: String, keepsOverrides: Bool = false) {
    self.scenario = scenario
    self.keepsOverrides = keepsOverrides
  }

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["scenario", "keepOverrides"])
    guard let scenario = try reader.string("scenario") else {
      throw Problem(400, .invalidField, "The body needs the field 'scenario'.")
    }
    self.init(scenario, keepsOverrides: try reader.flag("keepOverrides"))
  }

  /// The object of a call.
  public var json: JSON {
    var members: JSON.Object = ["scenario": .string(scenario)]
    if keepsOverrides { members["keepOverrides"] = true }
    return .object(members)
  }
}
