extension Outcome {
  /// How long an outcome waits.
  package enum Delay: Sendable, Hashable {
    /// So long, each time.
    case fixed(Duration)
    /// Drawn anew for each request.
    case drawn(DelayDistribution, seed: UInt64)
  }

  /// The same outcome, later by a delay that is drawn for each request.
  ///
  /// Draw number n depends on the seed and on n alone, so that a run repeats: after a reset of
  /// positions, and in every session, the delays come in the same order. Replaces the route's delay
  /// and the network's.
  ///
  /// - Parameters:
  ///   - distribution: which delays there are, and how likely.
  ///   - seed: another seed gives other draws.
  /// - Returns: the outcome.
  public func delayed(_ distribution: DelayDistribution, seed: UInt64 = 0) -> Outcome {
    var copy = self
    copy.delay = .drawn(distribution, seed: seed)
    return copy
  }
}

// MARK: - The JSON form

extension Outcome.Delay {
  /// The value of `delayMilliseconds`.
  package var json: JSON {
    switch self {
    case .fixed(let delay): return .int(delay.wholeMilliseconds)
    case .drawn(let distribution, let seed):
      var form = distribution.form
      if seed != 0 { form["seed"] = .int(seed) }
      return .object(form)
    }
  }

  /// Reads the value of `delayMilliseconds`.
  init(_ json: JSON) throws(FormError) {
    guard case .object(let form) = json else {
      self = .fixed(try Self.milliseconds(json, "delayMilliseconds"))
      return
    }
    let known = ["uniform", "logNormal", "seed"]
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome, field: "delayMilliseconds.\(name)",
        reason: "is not part of a delay.\(Spelling.suggestion(for: name, among: known))")
    }
    let seed = try form["seed"].map(Outcome.seed) ?? 0
    switch (form["uniform"], form["logNormal"]) {
    case (let value?, nil): self = .drawn(try Self.uniform(value), seed: seed)
    case (nil, let value?): self = .drawn(try Self.logNormal(value), seed: seed)
    default:
      throw FormError(
        .outcome, field: "delayMilliseconds",
        reason: "must be a whole number, or an object with either 'uniform' or 'logNormal'.")
    }
  }

  private static func uniform(_ json: JSON) throws(FormError) -> DelayDistribution {
    let field = "delayMilliseconds.uniform"
    guard case .array(let ends) = json, ends.count == 2 else {
      throw FormError(
        .outcome, field: field, reason: "must be an array of the least and the most delay.")
    }
    return .uniform(try milliseconds(ends[0], field), try milliseconds(ends[1], field))
  }

  private static func logNormal(_ json: JSON) throws(FormError) -> DelayDistribution {
    let field = "delayMilliseconds.logNormal"
    guard case .object(let form) = json else {
      throw FormError(
        .outcome, field: field, reason: "must be an object with 'median' and 'sigma'.")
    }
    let known = ["median", "sigma"]
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome, field: "\(field).\(name)",
        reason: "is not part of it.\(Spelling.suggestion(for: name, among: known))")
    }
    for name in known where form[name] == nil {
      throw FormError(.outcome, field: "\(field).\(name)", reason: "is missing.")
    }
    let value = form["sigma"] ?? .null
    guard let sigma = value.doubleValue, DelayDistribution.legalSigmas.contains(sigma) else {
      throw FormError(
        .outcome, field: "\(field).sigma",
        reason: "must be a number from 0 to 5, not \(value.text).")
    }
    return .logNormal(
      median: try milliseconds(form["median"] ?? .null, "\(field).median"), sigma: sigma)
  }

  private static func milliseconds(
    _ json: JSON, _ field: String
  ) throws(FormError) -> Duration {
    guard let count = json.intValue, (0...Outcome.longestDelayMilliseconds).contains(count) else {
      throw FormError(
        .outcome, field: field,
        reason: "must be a whole number from 0 to 86400000 (one day), not \(json.text).")
    }
    return .milliseconds(count)
  }
}
