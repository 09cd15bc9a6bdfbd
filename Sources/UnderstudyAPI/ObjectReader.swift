import Understudy

/// Reads the fields of a JSON object strictly: what nobody asked for is an error.
struct ObjectReader {
  private let members: JSON.Object

  /// Takes an object that may have only these fields, each once.
  ///
  /// - Parameters:
  ///   - json: the body.
  ///   - known: the fields that it may have.
  ///   - later: fields that will mean something in a later version, and say so.
  /// - Throws: ``Problem`` where it is no object, or has another field.
  init(_ json: JSON, known: [String], later: [String] = []) throws(Problem) {
    members = try Self.members(json, "a JSON object")
    for (key, _) in members where !known.contains(key) {
      if later.contains(key) {
        throw Problem(
          400, .unknownField, "Field '\(key)' is not supported yet (\(Version.current)).")
      }
      let fields = known.map { "'\($0)'" }.joined(separator: ", ")
      throw Problem(
        400, .unknownField,
        "Field '\(key)' is not known here.\(Spelling.suggestion(for: key, among: known)) Known: \(fields)."
      )
    }
  }

  /// The value of a field.
  subscript(field: String) -> JSON? { members[field] }

  /// The text of a field; nil where it is left out.
  func string(_ field: String) throws(Problem) -> String? {
    guard let value = members[field] else { return nil }
    guard let text = value.stringValue else {
      throw Self.wrong(field, "a string", value)
    }
    return text
  }

  /// The members of an object whose names all differ.
  static func members(_ json: JSON, _ right: String) throws(Problem) -> JSON.Object {
    guard let members = json.objectValue else {
      throw Problem(
        400, .invalidField, "The body must be \(right), not \(json.kindWithArticle).")
    }
    // A lookup would find the last and pass over the others.
    var seen: Set<[UInt8]> = []
    for (key, _) in members where !seen.insert(Array(key.utf8)).inserted {
      throw Problem(400, .invalidField, "Field '\(key)' stands there twice.")
    }
    return members
  }

  static func wrong(_ field: String, _ right: String, _ value: JSON) -> Problem {
    Problem(400, .invalidField, "Field '\(field)' must be \(right), not \(shown(value)).")
  }

  /// A value as it was written, where that is short; else its kind.
  static func shown(_ value: JSON) -> String {
    let text = value.text
    return text.utf8.count > 80 ? value.kindWithArticle : text
  }
}
