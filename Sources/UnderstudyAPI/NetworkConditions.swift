public import Understudy

/// Conditions for all answers.
///
/// ```json
/// {"delayMilliseconds": 200}
/// ```
public struct NetworkConditions: Sendable, Hashable {
  /// The delay of every answer that sets none itself; nil where there is none.
  public var delayMilliseconds: Int?

  /// Conditions by their parts.
  public init(delayMilliseconds: Int? = nil) {
    self.delayMilliseconds = delayMilliseconds
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
      json, in: field, known: ["delayMilliseconds"],
      later: ["jitterMilliseconds", "bytesPerSecond", "failures", "preset"])
    guard let value = reader.given("delayMilliseconds") else { return }
    guard let count = value.intValue, (0...Outcome.longestDelayMilliseconds).contains(count) else {
      throw reader.wrong(
        "delayMilliseconds", "a whole number from 0 to 86400000 (one day)", value)
    }
    delayMilliseconds = count
  }

  /// The object of a call or an answer.
  public var json: JSON { ["delayMilliseconds": delayMilliseconds.map { .int($0) } ?? nil] }
}
