extension Outcome {
  /// The weights that a choice of ``weighted(_:seed:)`` may have.
  package static let legalWeights = 1...1_000_000

  /// Draws one of several outcomes for each request, more often the more it weighs.
  ///
  /// ```swift
  /// .weighted([.default: 9, .serverError: 1], seed: 7)
  /// ```
  ///
  /// What draw number n gives depends on the seed and on n alone, so that a run repeats: after a
  /// reset of positions, and in every session, the draws come in the same order. Every request takes
  /// exactly one draw, at any concurrency. Only a GET or HEAD that is reset on a reused connection
  /// spends none, because clients send it again by themselves.
  ///
  /// - Parameters:
  ///   - choices: the outcomes, each with its weight, a whole number from 1 to 1,000,000.
  ///   - seed: another seed gives other draws.
  /// - Returns: the outcome.
  public static func weighted(_ choices: KeyValuePairs<Outcome, Int>, seed: UInt64 = 0) -> Outcome {
    Outcome(.weighted(choices.map { (outcome: $0.key, weight: $0.value) }, seed: seed))
  }
}

// MARK: - The JSON form

extension Outcome {
  /// The form of the choices; nil where one of them has none.
  static func form(of choices: [(outcome: Outcome, weight: Int)]) -> JSON? {
    let forms = choices.compactMap { outcome, weight in
      outcome.json.map { JSON.object(["outcome": $0, "weight": .int(weight)]) }
    }
    return forms.count == choices.count ? .array(forms) : nil
  }

  /// Reads the choices of the field `weighted`, and the `seed` beside it.
  static func weighted(_ value: JSON, _ form: JSON.Object) throws(FormError) -> Action {
    guard case .array(let forms) = value, !forms.isEmpty else {
      throw FormError(
        .outcome, field: "weighted",
        reason: "must be an array of at least one outcome with its weight.")
    }
    var choices: [(outcome: Outcome, weight: Int)] = []
    for (index, form) in forms.enumerated() {
      do throws(FormError) {
        choices.append(try weightedChoice(form))
      } catch {
        throw error.inside("weighted[\(index)]")
      }
    }
    return .weighted(choices, seed: try form["seed"].map(seed) ?? 0)
  }

  private static func weightedChoice(
    _ json: JSON
  ) throws(FormError) -> (outcome: Outcome, weight: Int) {
    guard case .object(let form) = json else {
      throw FormError(
        .outcome, field: "",
        reason: "must be an object with 'outcome' and 'weight', not \(json.kindWithArticle).")
    }
    let known = ["outcome", "weight"]
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome, field: name,
        reason: "is not part of a weighted choice.\(Spelling.suggestion(for: name, among: known))")
    }
    for name in known where form[name] == nil {
      throw FormError(.outcome, field: name, reason: "is missing.")
    }
    return (try weightedOutcome(form["outcome"] ?? .null), try weight(form["weight"] ?? .null))
  }

  private static func weightedOutcome(_ json: JSON) throws(FormError) -> Outcome {
    do throws(FormError) {
      return try Outcome(json: json)
    } catch {
      throw error.inside("outcome")
    }
  }

  private static func weight(_ json: JSON) throws(FormError) -> Int {
    guard let weight = json.intValue, legalWeights.contains(weight) else {
      throw FormError(
        .outcome, field: "weight",
        reason: "must be a whole number from 1 to 1000000, not \(json.text).")
    }
    return weight
  }

  static func seed(_ json: JSON) throws(FormError) -> UInt64 {
    guard case .number(let number) = json, let seed = number.unsigned else {
      throw FormError(
        .outcome, field: "seed",
        reason: "must be a whole number from 0 to 18446744073709551615, not \(json.text).")
    }
    return seed
  }
}
