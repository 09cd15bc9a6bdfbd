public import Understudy

/// Conditions for all answers.
///
/// ```json
/// {
///   "delayMilliseconds": 200, "jitterMilliseconds": 50, "bytesPerSecond": 50000,
///   "failures": {"rate": 0.1, "variant": "serverError", "seed": 7}
/// }
/// ```
///
/// `{"preset": "3g"}` stands for those of a ``NetworkPreset``; fields beside it go before its own.
public struct NetworkConditions: Sendable, Hashable {
  /// The delay of every answer that sets none itself; nil where there is none.
  public var delayMilliseconds: Int?
  /// By how much that delay varies from request to request, up and down, never below zero.
  public var jitterMilliseconds: Int?
  /// How fast the body of every answer is sent that sets no pace itself; nil where as fast as it can.
  public var bytesPerSecond: Int?
  /// The share of requests that fail; nil where none does.
  public var failures: Failures?

  /// A share of requests that fail.
  public struct Failures: Sendable, Hashable {
    /// The share, from 0 to 1.
    public var rate: Double
    /// What becomes of them; a route that lacks the variant is passed over.
    public var variant: Variant
    /// Another seed fails others.
    public var seed: UInt64

    /// A share by its parts.
    public init(rate: Double, variant: Variant = .offline, seed: UInt64 = 0) {
      self.rate = rate
      self.variant = variant
      self.seed = seed
    }
  }

  /// Conditions by their parts.
  public init(
    delayMilliseconds: Int? = nil, jitterMilliseconds: Int? = nil, bytesPerSecond: Int? = nil,
    failures: Failures? = nil
  ) {
    self.delayMilliseconds = delayMilliseconds
    self.jitterMilliseconds = jitterMilliseconds
    self.bytesPerSecond = bytesPerSecond
    self.failures = failures
  }

  /// Reads the object of a call; a field that is null or left out sets nothing.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    try self.init(json, in: nil)
  }

  /// Reads the body of a call, or the value of a field of one.
  init(_ json: JSON, in field: String?) throws(Problem) {
    let reader = try ObjectReader(
      json, in: field,
      known: [
        "delayMilliseconds", "jitterMilliseconds", "bytesPerSecond", "failures", "preset",
      ])
    if let name = try reader.givenString("preset") {
      guard let preset = NetworkPreset(rawValue: name) else {
        let known = NetworkPreset.allCases.map(\.rawValue)
        throw reader.wrong(
          "preset", "one of \(known.map { "'\($0)'" }.joined(separator: ", "))", .string(name))
      }
      self = preset.conditions
    } else {
      self.init()
    }
    if let delay = try Self.milliseconds("delayMilliseconds", reader) { delayMilliseconds = delay }
    if let jitter = try Self.milliseconds("jitterMilliseconds", reader) {
      jitterMilliseconds = jitter
    }
    if let value = reader.given("bytesPerSecond") {
      guard let rate = value.intValue, Outcome.legalRates.contains(rate) else {
        throw reader.wrong("bytesPerSecond", "a whole number from 1 to 1000000000", value)
      }
      bytesPerSecond = rate
    }
    if let value = reader.given("failures") {
      failures = try Failures(value, in: (field.map { "\($0)." } ?? "") + "failures")
    }
  }

  private static func milliseconds(
    _ field: String, _ reader: ObjectReader
  ) throws(Problem) -> Int? {
    guard let value = reader.given(field) else { return nil }
    guard let count = value.intValue, (0...Outcome.longestDelayMilliseconds).contains(count) else {
      throw reader.wrong(field, "a whole number from 0 to 86400000 (one day)", value)
    }
    return count
  }

  /// The object of a call or an answer; what is not set is left out, but for the delay.
  public var json: JSON {
    var members: JSON.Object = [
      "delayMilliseconds": delayMilliseconds.map { .int($0) } ?? nil
    ]
    if let jitterMilliseconds { members["jitterMilliseconds"] = .int(jitterMilliseconds) }
    if let bytesPerSecond { members["bytesPerSecond"] = .int(bytesPerSecond) }
    if let failures { members["failures"] = failures.json }
    return .object(members)
  }
}

extension NetworkConditions.Failures {
  fileprivate init(_ json: JSON, in field: String) throws(Problem) {
    let reader = try ObjectReader(json, in: field, known: ["rate", "variant", "seed"])
    let value = reader["rate"] ?? .null
    guard let rate = value.doubleValue, (0...1).contains(rate) else {
      throw reader.wrong("rate", "a number from 0 to 1", value)
    }
    self.init(rate: rate)
    if let name = try reader.givenString("variant") { variant = Variant(rawValue: name) }
    if let value = reader.given("seed") {
      guard case .number(let number) = value, let seed = number.unsigned else {
        throw reader.wrong("seed", "a whole number from 0 to 18446744073709551615", value)
      }
      self.seed = seed
    }
  }

  fileprivate var json: JSON {
    ["rate": .shortest(rate), "variant": .string(variant.rawValue), "seed": .int(seed)]
  }
}
