public import Foundation
public import UnderstudyAPI

/// What a test expected did not come.
///
/// Its text reads as the failure of a test:
///
/// ```
/// Expected exactly 2 requests for route 'users.list', but 1 came within 5 s.
///   seen     no. 3 GET /users: 200, users.list 'default', completed
///   nearest  no. 4 GET /user: 404, completed
///            path is '/user', expected /users
/// ```
public struct VerificationFailure: Error, Sendable, Hashable {
  /// What was expected and what came instead, as a sentence.
  public var sentence: String
  /// How many requests were counted; of an order, how many of its steps came.
  public var count: Int
  /// The requests that were counted.
  public var seen: [RequestDescription]
  /// Those that were not, the nearest first, and why.
  public var nearest: [Near]

  /// A request that was not counted.
  public struct Near: Sendable, Hashable {
    /// The request.
    public var request: RequestDescription
    /// What kept it from being counted.
    public var differences: [DifferenceDescription]

    /// A request by its parts.
    public init(_ request: RequestDescription, differences: [DifferenceDescription]) {
      self.request = request
      self.differences = differences
    }
  }

  /// A failure by its parts.
  public init(
    _ sentence: String, count: Int, seen: [RequestDescription], nearest: [Near] = []
  ) {
    self.sentence = sentence
    self.count = count
    self.seen = seen
    self.nearest = nearest
  }
}

extension VerificationFailure: CustomStringConvertible, LocalizedError {
  /// How many requests of each kind the text names.
  private static let shown = 10

  /// What was expected, what was seen, and what was nearest, line by line.
  public var description: String {
    var lines = [sentence]
    let (left, rest) = (seen.count - Self.shown, seen.suffix(Self.shown))
    if left > 0 { lines.append("  seen     \(left) more before these") }
    lines += rest.map { "  seen     \($0.line)" }
    for near in nearest {
      lines.append("  nearest  \(near.request.line)")
      lines += near.differences.map { "           \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The same, for XCTest.
  public var errorDescription: String? { description }
}
