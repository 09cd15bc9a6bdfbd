package import Understudy

/// What a state file says: the choices of the base that outlive a daemon, as admin calls write them.
///
/// ```json
/// {
///   "version": 1, "scenario": "logged out", "network": {"delayMilliseconds": 200},
///   "overrides": {"items.*": {"outcome": {"status": 402}}, "users.list": "serverError"}
/// }
/// ```
package struct StateDocument: Sendable {
  /// The scenario; nil where none is chosen.
  package var scenario: String?
  /// The overrides; none has a lease, and none is taken back.
  package var overrides: VariantChanges
  /// The conditions of all answers.
  package var network: NetworkConditions

  /// The version of the form.
  private static let version = 1

  /// A document by its parts.
  package init(scenario: String?, overrides: VariantChanges, network: NetworkConditions) {
    self.scenario = scenario
    self.overrides = overrides
    self.network = network
  }

  /// Reads a document; a field that is null or left out sets nothing.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  package init(json: JSON) throws(Problem) {
    guard json.objectValue != nil else {
      throw Self.wrong("It must be a JSON object, not \(json.kindWithArticle).")
    }
    // First: another version may have other fields.
    guard let version = json["version"] else { throw Self.wrong("Field 'version' is missing.") }
    guard version == .int(Self.version) else {
      throw ObjectReader.wrong("version", "\(Self.version)", version)
    }
    let reader = try ObjectReader(json, known: ["version", "scenario", "overrides", "network"])
    scenario = try reader.givenString("scenario")
    overrides =
      try reader.given("overrides").map { json throws(Problem) in
        try VariantChanges(json, in: "overrides")
      } ?? VariantChanges([])
    for (name, choice) in overrides.changes {
      guard let choice else {
        throw Self.wrong("'overrides.\(name)' must be a variant's name or an object, not null.")
      }
      guard choice.lease == nil else {
        throw Self.wrong("'overrides.\(name)' has a lease, and leases end with the daemon.")
      }
    }
    network =
      try reader.given("network").map { json throws(Problem) in
        try NetworkConditions(json, in: "network")
      } ?? NetworkConditions()
  }

  /// The document as it is written; what is not set is left out.
  package var json: JSON {
    var members: JSON.Object = ["version": .int(Self.version)]
    if let scenario { members["scenario"] = .string(scenario) }
    if !overrides.changes.isEmpty { members["overrides"] = overrides.json }
    if network != NetworkConditions() { members["network"] = network.json }
    return .object(members)
  }

  private static func wrong(_ detail: String) -> Problem { Problem(400, .invalidField, detail) }
}
