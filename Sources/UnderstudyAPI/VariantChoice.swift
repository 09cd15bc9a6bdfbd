public import Understudy

/// What a route, a group or all shall answer with, and maybe until when.
///
/// ```json
/// {"variant": "serverError"}
/// {"outcome": {"status": 402, "json": {"left": 0}}}
/// {"variant": "serverError", "lease": {"requests": 2}}
/// ```
public struct VariantChoice: Sendable {
  /// A variant, or an outcome given on the spot.
  public enum Choice: Sendable {
    /// A variant by its name.
    case variant(Variant)
    /// An outcome.
    case outcome(Outcome)
  }

  /// What answers.
  public var choice: Choice
  /// When that ends by itself; nil where it does not.
  public var lease: Lease?

  /// A choice by its parts.
  public init(_ choice: Choice, lease: Lease? = nil) {
    self.choice = choice
    self.lease = lease
  }

  /// The choice of a variant.
  public static func variant(_ variant: Variant, lease: Lease? = nil) -> VariantChoice {
    VariantChoice(.variant(variant), lease: lease)
  }

  /// The choice of an outcome.
  public static func outcome(_ outcome: Outcome, lease: Lease? = nil) -> VariantChoice {
    VariantChoice(.outcome(outcome), lease: lease)
  }

  /// Reads the object of a call; a lease that is null is none.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["variant", "outcome", "lease"])
    guard let choice = try Choice(reader) else {
      throw Problem(
        400, .invalidField, "The body needs the field 'variant' or 'outcome'.")
    }
    self.choice = choice
    lease = try reader.given("lease").map { json throws(Problem) in try Lease(json: json) }
  }

  /// The object of a call.
  public var json: JSON {
    var members = choice.members
    if let lease { members["lease"] = lease.json }
    return .object(members)
  }
}

extension VariantChoice.Choice {
  /// Reads the field `variant` or `outcome` of an object; nil where it has neither.
  init?(_ reader: ObjectReader) throws(Problem) {
    switch (try reader.string("variant"), reader["outcome"]) {
    case (let name?, nil): self = .variant(Variant(rawValue: name))
    case (nil, let form?): self = .outcome(try Self.outcome(form))
    case (nil, nil): return nil
    case (.some, .some):
      throw Problem(
        400, .invalidField, "The fields 'variant' and 'outcome' exclude each other: give one.")
    }
  }

  /// The one field of an object that says it.
  var members: JSON.Object {
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
