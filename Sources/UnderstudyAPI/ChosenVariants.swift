public import Understudy

/// All that is chosen in a world: its scenario, and what lies over that.
///
/// ```json
/// {
///   "scenario": "logged out",
///   "overrides": [
///     {"for": "items.*", "outcome": {"status": 402}},
///     {"for": "users.list", "variant": "serverError", "lease": {"requests": 2}}
///   ]
/// }
/// ```
///
/// An answer of `GET` is the body of a `PUT`, so that somebody who changes much can put back what was
/// there.
public struct ChosenVariants: Sendable {
  /// The scenario; nil where none is chosen.
  public var scenario: String?
  /// The choices by route id, `group.*` or `*`, what lies below first; a name may come with a lease
  /// and again without.
  public var overrides: [(name: String, choice: VariantChoice)]

  /// Choices by their parts.
  public init(scenario: String? = nil, overrides: [(name: String, choice: VariantChoice)] = []) {
    self.scenario = scenario
    self.overrides = overrides
  }

  /// Reads the object of a call; a field that is null or left out chooses nothing.
  ///
  /// - Throws: ``Problem``, which names the entry.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["scenario", "overrides"])
    scenario = try reader.givenString("scenario")
    overrides = []
    guard let list = reader.given("overrides") else { return }
    guard let elements = list.arrayValue else {
      throw reader.wrong("overrides", "an array of choices", list)
    }
    for (place, element) in elements.enumerated() {
      do throws(Problem) {
        overrides.append(try Self.override(element))
      } catch {
        throw Problem(error.status, error.code, "'overrides[\(place)]': \(error.detail)")
      }
    }
  }

  private static func override(
    _ json: JSON
  ) throws(Problem) -> (name: String, choice: VariantChoice) {
    let reader = try ObjectReader(json, known: ["for", "variant", "outcome", "lease"])
    guard let name = try reader.string("for") else {
      throw Problem(
        400, .invalidField,
        "It needs the field 'for': a route's id, a group such as 'items.*', or '*'."
      )
    }
    guard let choice = try VariantChoice.Choice(reader) else {
      throw Problem(400, .invalidField, "It needs the field 'variant' or 'outcome'.")
    }
    let lease = try reader.given("lease").map { json throws(Problem) in try Lease(json: json) }
    return (name, VariantChoice(choice, lease: lease))
  }

  /// The object of a call or an answer.
  ///
  /// An outcome that only code can say is named as `{"dynamic": true}`, which no call can choose.
  public var json: JSON {
    [
      "scenario": scenario.map { .string($0) } ?? .null,
      "overrides": .array(
        overrides.map { name, choice in
          var members: JSON.Object = ["for": .string(name)]
          switch choice.choice {
          case .variant(let variant): members["variant"] = .string(variant.rawValue)
          case .outcome(let outcome): members["outcome"] = outcome.json ?? ["dynamic": true]
          }
          if let lease = choice.lease { members["lease"] = lease.json }
          return .object(members)
        }),
    ]
  }
}
