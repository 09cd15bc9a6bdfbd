public import Understudy

/// What a route, a group or all shall answer with: a variant, or an outcome given on the spot.
///
/// ```json
/// {"variant": "serverError"}
/// {"outcome": {"status": 402, "json": {"left": 0}}}
/// ```
public enum VariantChoice: Sendable {
  /// A variant by its name.
  case variant(Variant)
  /// An outcome.
  case outcome(Outcome)

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["variant", "outcome"], later: ["lease"])
    switch (try reader.string("variant"), reader["outcome"]) {
    case (let name?, nil): self = .variant(Variant(rawValue: name))
    case (nil, let form?): self = .outcome(try Self.outcome(form))
    case (nil, nil):
      throw Problem(
        400, .invalidField, "The body needs the field 'variant' or 'outcome'.")
    case (.some, .some):
      throw Problem(
        400, .invalidField, "The fields 'variant' and 'outcome' exclude each other: give one.")
    }
  }

  /// The object of a call.
  public var json: JSON {
    switch self {
    case .variant(let name): ["variant": .string(name.rawValue)]
    case .outcome(let outcome): ["outcome": outcome.json ?? nil]
    }
  }

  private static func outcome(_ form: JSON) throws(Problem) -> Outcome {
    do throws(FormError) {
      return try Outcome(json: form)
    } catch {
      throw Problem(400, .invalidField, error.inside("outcome").description)
    }
  }
}

/// Choices for many routes and groups in one step.
///
/// ```json
/// {"users.list": "serverError", "items.*": "offline", "account.login": null}
/// ```
///
/// `null` takes an override back.
public struct VariantChanges: Sendable {
  /// The choices by route id, `group.*` or `*`, in the order written; nil takes one back.
  public var changes: [(name: String, choice: VariantChoice?)]

  /// Changes by their parts.
  public init(_ changes: [(name: String, choice: VariantChoice?)]) {
    self.changes = changes
  }

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the entry.
  public init(json: JSON) throws(Problem) {
    let members = try ObjectReader.members(json, "an object of route ids and variants")
    changes = []
    for (name, value) in members {
      switch value {
      case .null: changes.append((name, nil))
      case .string(let variant): changes.append((name, .variant(Variant(rawValue: variant))))
      case .object:
        do throws(Problem) {
          changes.append((name, try VariantChoice(json: value)))
        } catch {
          throw Problem(error.status, error.code, "'\(name)': \(error.detail)")
        }
      default:
        throw Problem(
          400, .invalidField,
          "'\(name)' must be a variant's name, an object or null, not \(ObjectReader.shown(value))."
        )
      }
    }
  }

  /// The object of a call.
  public var json: JSON {
    .object(
      JSON.Object(
        changes.map { name, choice in
          switch choice {
          case nil: (name, JSON.null)
          case .variant(let variant): (name, .string(variant.rawValue))
          case .outcome: (name, choice?.json ?? nil)
          }
        }))
  }
}
