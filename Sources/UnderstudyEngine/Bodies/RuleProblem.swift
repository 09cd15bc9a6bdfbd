/// What is wrong with a body rule of a route author's.
package enum RuleProblem: Error, Sendable, Hashable {
  case badPattern(Place, pattern: String, reason: String, offset: Int)
  case repeated(Place)
  /// A kind of rule that the place cannot meet.
  case misplaced(Place, kind: String)
  /// A choice or a list without values.
  case empty(Place, kind: String)
  case emptyPartName
  case noExplanation
  case badFixtureName(name: String, reason: String)
  case missingFixture(name: String, folder: String, closest: String?)
  case unreadableFixture(name: String, folder: String, reason: String)

  /// Where in a body a rule stands.
  package enum Place: Sendable, Hashable {
    case text
    case field(String)
    case part(String)
    case filename(part: String)
    case contentType(part: String)
    case operation
    /// A JSON Pointer into the body, or into a part of it.
    case json(String, part: String?)
  }

  /// What is wrong and what to do, as a sentence without its subject and full stop.
  package var message: String {
    switch self {
    case .badPattern(let place, let pattern, let reason, let offset):
      "has the pattern '\(pattern)' for \(place.words), which cannot be compiled: \(reason) "
        + "(at byte \(offset))"
    case .repeated(let place): "has two rules for \(place.words)"
    case .misplaced(let place, let kind): "has \(kind) for \(place.words), where it means nothing"
    case .empty(let place, let kind):
      "has \(kind) without values for \(place.words), which nothing fits"
    case .emptyPartName: "has a multipart rule without the name of its part"
    case .noExplanation: "has .where without an explanation, which a miss quotes"
    case .badFixtureName(let name, let reason):
      "compares the body with the fixture '\(name)', which \(reason)"
    case .missingFixture(let name, let folder, let closest):
      "compares the body with the fixture '\(name)', which does not exist in '\(folder)'"
        + (closest.map { "; closest: \($0)" } ?? "")
    case .unreadableFixture(let name, let folder, let reason):
      "compares the body with the fixture '\(name)' in '\(folder)', which cannot be read: \(reason)"
    }
  }
}

extension RuleProblem.Place {
  /// The place in a sentence.
  var words: String {
    switch self {
    case .text: "the text of the body"
    case .field(let name): "the form field '\(name)'"
    case .part(let name): "the part '\(name)'"
    case .filename(let part): "the filename of the part '\(part)'"
    case .contentType(let part): "the content type of the part '\(part)'"
    case .operation: "the GraphQL operation"
    case .json("", nil): "the JSON body"
    case .json(let pointer, nil): "'\(pointer)' of the JSON body"
    case .json("", let part?): "the JSON of the part '\(part)'"
    case .json(let pointer, let part?): "'\(pointer)' of the JSON of the part '\(part)'"
    }
  }
}
