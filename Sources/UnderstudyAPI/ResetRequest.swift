public import Understudy

/// What is put back to the start; without `only` everything, and sessions stay.
///
/// ```json
/// {"only": ["choices", "positions"]}
/// ```
public struct ResetRequest: Sendable, Hashable {
  /// A part of what can be put back.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// Overrides of variants, and the scenario.
    case choices
    /// The network's conditions.
    case network
    /// The positions of sequences.
    case positions
    /// The record of requests, with the count of each route's.
    case journal
    /// Held and delayed requests, which are dropped.
    case held
    /// Sessions, which end.
    case sessions
  }

  /// The parts.
  public var only: [Part]

  /// The parts of a reset that names none: all but the sessions, which stay as they are.
  public static let everything = Part.allCases.filter { $0 != .sessions }

  /// A reset of some parts.
  public init(only: [Part] = everything) {
    self.only = only
  }

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names what is not known.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["only"])
    guard let value = reader["only"] else {
      only = Self.everything
      return
    }
    let known = Part.allCases.map(\.rawValue)
    let right = "an array of \(known.map { "'\($0)'" }.joined(separator: ", "))"
    guard let elements = value.arrayValue, !elements.isEmpty else {
      throw ObjectReader.wrong("only", right, value)
    }
    only = []
    for element in elements {
      guard let name = element.stringValue else { throw ObjectReader.wrong("only", right, value) }
      guard let part = Part(rawValue: name) else {
        throw Problem(
          400, .invalidField,
          "Field 'only' has '\(name)', but must be \(right).\(Spelling.suggestion(for: name, among: known))"
        )
      }
      only.append(part)
    }
  }

  /// The object of a call.
  public var json: JSON { ["only": .array(only.map { .string($0.rawValue) })] }
}
