public import Understudy

/// Choices for many routes and groups in one step.
///
/// ```json
/// {"users.list": "serverError", "items.*": "offline", "account.login": null}
/// {"me.*": {"variant": "unauthorized", "lease": {"untilRoute": "account.refresh"}}}
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
    try self.init(json, in: nil)
  }

  /// Reads the body of a call, or the value of a field of one.
  init(_ json: JSON, in field: String?) throws(Problem) {
    let members = try ObjectReader.members(
      json, in: field, "an object of route ids and variants")
    changes = []
    for (name, value) in members {
      let place = (field.map { "\($0)." } ?? "") + name
      switch value {
      case .null: changes.append((name, nil))
      case .string(let variant): changes.append((name, .variant(Variant(rawValue: variant))))
      case .object:
        do throws(Problem) {
          changes.append((name, try VariantChoice(json: value)))
        } catch {
          throw Problem(error.status, error.code, "'\(place)': \(error.detail)")
        }
      default:
        throw Problem(
          400, .invalidField,
          "'\(place)' must be a variant's name, an object or null, not \(ObjectReader.shown(value))."
        )
      }
    }
  }

  /// The object of a call.
  public var json: JSON {
    .object(
      JSON.Object(
        changes.map { name, choice in
          guard let choice else { return (name, .null) }
          if case .variant(let variant) = choice.choice, choice.lease == nil {
            return (name, .string(variant.rawValue))
          }
          return (name, choice.json)
        }))
  }
}
