extension Outcome {
  /// How fast an outcome's body is sent.
  package enum Pace: Sendable, Hashable {
    /// So many bytes a second.
    case throttled(bytesPerSecond: Int)
    /// So many chunks of equal length, the last at the end of a time.
    case dribbled(chunks: Int, over: Duration)
  }

  /// The rates that a body may be throttled to, in bytes a second.
  package static let legalRates = 1...1_000_000_000
  /// The chunks that a body may be dribbled in.
  package static let legalChunks = 1...10_000

  /// The same outcome, its body sent at so many bytes a second.
  ///
  /// The head comes at once, with its length, and the last byte when the whole body could have passed
  /// at that rate, never earlier. Replaces the bandwidth of the network.
  ///
  /// - Parameter bytesPerSecond: from 1 to 1,000,000,000.
  /// - Returns: the outcome.
  public func throttled(bytesPerSecond: Int) -> Outcome {
    var copy = self
    copy.pace = .throttled(bytesPerSecond: bytesPerSecond)
    return copy
  }

  /// The same outcome, its body sent in chunks of equal length at equal distances.
  ///
  /// ```swift
  /// .fixture("users/list.json").dribbled(chunks: 5, over: .seconds(1))
  /// ```
  ///
  /// Here the head comes at once, and a fifth of the body each 200 ms. Replaces the bandwidth of the
  /// network.
  ///
  /// - Parameters:
  ///   - chunks: how many, from 1 to 10,000.
  ///   - duration: from the head to the last byte, up to a day.
  /// - Returns: the outcome.
  public func dribbled(chunks: Int, over duration: Duration) -> Outcome {
    var copy = self
    copy.pace = .dribbled(chunks: chunks, over: duration)
    return copy
  }
}

// MARK: - The JSON form

extension Outcome.Pace {
  /// The field of the JSON form that it stands in.
  var field: String {
    switch self {
    case .throttled: "bytesPerSecond"
    case .dribbled: "dribbled"
    }
  }

  /// The value of the field.
  var json: JSON {
    switch self {
    case .throttled(let rate): .int(rate)
    case .dribbled(let chunks, let duration):
      ["chunks": .int(chunks), "overMilliseconds": .int(duration.wholeMilliseconds)]
    }
  }
}

extension Outcome {
  /// Reads the fields that say how fast the body is sent.
  static func pace(of form: JSON.Object) throws(FormError) -> Pace? {
    switch (form["bytesPerSecond"], form["dribbled"]) {
    case (nil, nil): return nil
    case (let value?, nil):
      guard let rate = value.intValue, legalRates.contains(rate) else {
        throw FormError(
          .outcome, field: "bytesPerSecond",
          reason: "must be a whole number from 1 to 1000000000, not \(value.text).")
      }
      return .throttled(bytesPerSecond: rate)
    case (nil, let value?): return try dribbled(value)
    case (_?, _?):
      throw FormError(
        .outcome, field: "dribbled",
        reason: "cannot stand beside 'bytesPerSecond': a body has one pace.")
    }
  }

  private static func dribbled(_ json: JSON) throws(FormError) -> Pace {
    guard case .object(let form) = json else {
      throw FormError(
        .outcome, field: "dribbled",
        reason:
          "must be an object with 'chunks' and 'overMilliseconds', not \(json.kindWithArticle).")
    }
    let known = ["chunks", "overMilliseconds"]
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome, field: "dribbled.\(name)",
        reason: "is not part of it.\(Spelling.suggestion(for: name, among: known))")
    }
    for name in known where form[name] == nil {
      throw FormError(.outcome, field: "dribbled.\(name)", reason: "is missing.")
    }
    let (chunks, over) = (form["chunks"] ?? .null, form["overMilliseconds"] ?? .null)
    guard let count = chunks.intValue, legalChunks.contains(count) else {
      throw FormError(
        .outcome, field: "dribbled.chunks",
        reason: "must be a whole number from 1 to 10000, not \(chunks.text).")
    }
    guard let length = over.intValue, (1...longestDelayMilliseconds).contains(length) else {
      throw FormError(
        .outcome, field: "dribbled.overMilliseconds",
        reason: "must be a whole number from 1 to 86400000 (one day), not \(over.text).")
    }
    return .dribbled(chunks: count, over: .milliseconds(length))
  }
}
