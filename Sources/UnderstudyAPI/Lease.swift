public import Understudy

/// When a choice ends by itself: what lay below then comes back.
///
/// ```json
/// {"requests": 2}
/// {"seconds": 30}
/// {"untilRoute": "account.refresh"}
/// ```
///
/// In a ``RouteDescription`` it says what is left of it.
public enum Lease: Sendable, Hashable {
  /// After so many requests that it answered.
  case requests(Int)
  /// After so many seconds.
  case seconds(Double)
  /// With the first request that the route of this id takes.
  case untilRoute(String)

  /// How many requests it may count.
  public static let requestRange = 1...1_000_000
  /// The longest time, in seconds: a day.
  public static let longestSeconds = 86_400

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    guard let members = json.objectValue, members.count == 1 else {
      let right = #"{"requests": N}, {"seconds": N} or {"untilRoute": "ROUTE"}"#
      throw ObjectReader.wrong("lease", right, json)
    }
    let reader = try ObjectReader(
      json, in: "lease", known: ["requests", "seconds", "untilRoute"])
    if let value = reader["requests"] {
      guard let count = value.intValue, Self.requestRange.contains(count) else {
        throw ObjectReader.wrong(
          "lease.requests",
          "a whole number from \(Self.requestRange.lowerBound) to \(Self.requestRange.upperBound)",
          value)
      }
      self = .requests(count)
    } else if let value = reader["seconds"] {
      guard let seconds = value.doubleValue, seconds > 0, seconds <= Double(Self.longestSeconds)
      else {
        throw ObjectReader.wrong(
          "lease.seconds", "a number above 0, up to \(Self.longestSeconds) (one day)", value)
      }
      self = .seconds(seconds)
    } else {
      self = .untilRoute(try reader.string("untilRoute") ?? "")
    }
  }

  /// The object of a call or an answer.
  public var json: JSON {
    switch self {
    case .requests(let count): ["requests": .int(count)]
    case .seconds(let seconds): ["seconds": .shortest(seconds)]
    case .untilRoute(let id): ["untilRoute": .string(id)]
    }
  }
}
